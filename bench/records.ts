import { goldenMerchants } from "@/test/factories/golden-merchants";
import type { WireRecord } from "@/test/factories/merchant-record";

/** Merchant data records of real size (1.4 kB): the golden merchants again and again, each time of another size and quality. */
export function variedRecords(length: number): WireRecord[] {
  const golden = Object.values(goldenMerchants);
  return Array.from({ length }, (_, i) => {
    const record = structuredClone(golden[i % golden.length] as WireRecord);
    const size = 0.25 + ((i * 37) % 100) / 50;
    const naira = (amount: number) => Math.round(amount * size * 100) / 100;
    const { salesPerformance: sales, fulfillmentMetrics: fulfillment, monthlySalesHistory: history } = record;
    record.merchantIdentity.merchantId = `shop-${i}`;
    for (const field of ["gmv30Days", "gmv90Days", "gmv180Days", "avgMonthlySales"] as const) {
      sales[field] = naira(sales[field]);
    }
    for (const month of history ?? []) month.salesAmount = naira(month.salesAmount);
    if (fulfillment?.refundRate !== undefined) fulfillment.refundRate = Math.min(100, fulfillment.refundRate + (i % 9));
    return record;
  });
}
