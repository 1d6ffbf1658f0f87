import { optionalGroups } from "@/lib/sales/records/groups";
import type { MerchantRecord } from "@/lib/terms/merchant-data/schema";
import { figuresOf } from "./sellers";

/** A way of making a merchant look better than it is: the records it would send. More than one: it borrows as several. */
export type Ruse = { name: string; records: (record: MerchantRecord) => MerchantRecord[] };

const times = 10;
const salesFields = [
  "avgMonthlySales",
  "gmv30Days",
  "gmv90Days",
  "gmv180Days",
  "orderCount",
  "avgOrderValue",
  "salesGrowthRate",
] as const;
const withSales = (record: MerchantRecord, sales: Partial<MerchantRecord["salesPerformance"]>): MerchantRecord => ({
  ...record,
  salesPerformance: { ...record.salesPerformance, ...sales },
});

const withMonth = (record: MerchantRecord, at: number, factor: number): MerchantRecord => ({
  ...record,
  monthlySalesHistory: record.monthlySalesHistory?.map((month, i) =>
    i === at ? { ...month, salesAmount: month.salesAmount * factor } : month,
  ),
});

const inflated = salesFields.map(
  (field): Ruse => ({
    name: `${field} × ${times}`,
    records: (record) => [withSales(record, { [field]: record.salesPerformance[field] * times })],
  }),
);

const months = Array.from(
  { length: 6 },
  (_, i): Ruse => ({
    name: `month ${i + 1} of 6 × ${times}`,
    records: (record) => [withMonth(record, i, times)],
  }),
);

const dropped = optionalGroups.map(
  (group): Ruse => ({
    name: `${group} never shared`,
    records: ({ [group]: _, ...rest }) => [rest],
  }),
);

/** The newest month three times as large, in the history and in every amount it is part of. */
const spike: Ruse = {
  name: "newest month × 3, in every amount",
  records: (record) => {
    const { gmv30Days, gmv90Days, gmv180Days, avgMonthlySales } = record.salesPerformance;
    const more = gmv30Days * 2;
    const sales = {
      gmv30Days: gmv30Days + more,
      gmv90Days: gmv90Days + more,
      gmv180Days: gmv180Days + more,
      avgMonthlySales: avgMonthlySales + more / 6,
    };
    return [withSales(withMonth(record, 5, 3), sales)];
  },
};

/** The same as an honest marketplace would tell it: with the orders that it takes, and all that follows from six months. */
const wholeSpike: Ruse = {
  name: "newest month × 3, in every field alike",
  records: (record) => {
    const [spiked = record] = spike.records(record);
    const { gmv180Days, orderCount } = record.salesPerformance;
    const grown = gmv180Days === 0 ? 1 : spiked.salesPerformance.gmv180Days / gmv180Days;
    const sales = spiked.monthlySalesHistory?.map(({ salesAmount }) => salesAmount) ?? [];
    const shape = sales.length > 0 ? figuresOf(sales) : undefined;
    const told = {
      orderCount: Math.round(orderCount * grown),
      ...(shape && { salesGrowthRate: shape.salesGrowthRate }),
    };
    const revenueConsistency = record.revenueConsistency && { ...record.revenueConsistency, ...shape?.consistency };
    return [{ ...withSales(spiked, told), ...(revenueConsistency && { revenueConsistency }) }];
  },
};

/** Two merchants with half of everything that adds up, of an owner who has not been recognised as one. */
const split: Ruse = {
  name: "split into two merchants",
  records: (record) => {
    const { salesPerformance, monthlySalesHistory } = record;
    const { gmv30Days, gmv90Days, gmv180Days, avgMonthlySales, orderCount } = salesPerformance;
    const sales = {
      gmv30Days: gmv30Days / 2,
      gmv90Days: gmv90Days / 2,
      gmv180Days: gmv180Days / 2,
      avgMonthlySales: avgMonthlySales / 2,
      orderCount: Math.floor(orderCount / 2),
    };
    const halves = monthlySalesHistory?.map((month) => ({
      ...month,
      salesAmount: month.salesAmount / 2,
      ...(month.refundAmount === undefined ? {} : { refundAmount: month.refundAmount / 2 }),
    }));
    const half = { ...withSales(record, sales), ...(halves ? { monthlySalesHistory: halves } : {}) };
    return [half, half];
  },
};

export const ruses: readonly Ruse[] = [...inflated, ...months, ...dropped, spike, wholeSpike, split];
