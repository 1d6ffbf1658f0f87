import { sha256 } from "@/lib/kernel/crypto";
import { type TestMerchant, testMerchantId, testMerchants } from "@/lib/sandbox/seed/outcomes";
import { recordOfTier, salesHistory, seasonalSales } from "@/lib/terms/fixtures/merchant-record.mjs";
import { drawnShop, type Shop } from "@/lib/terms/fixtures/shop.mjs";
import { historyMonths } from "@/lib/terms/merchant-data/constants";
import type { MerchantRecord } from "@/lib/terms/merchant-data/schema";

/** Sales of a calendar month, in naira. */
type MonthOfSales = { month: string; salesAmount: number; orderCount: number };

export type DemoShop = Shop & {
  ref: string;
  /** The last six full months, oldest first; empty when there are no figures for this one. */
  sales: MonthOfSales[];
};

/** Id prefix of merchants created on the demo page. */
const newPrefix = "shop-";

/** Derived from its id, so that nothing is stored. `asOf`: business time; the figures end with the month before. */
export function demoShop(ref: string, asOf: Date): DemoShop {
  const test = testMerchants.find((merchant) => testMerchantId(merchant) === ref);
  const { monthly, ...drawn } = drawnShop(sha256(ref));
  return {
    ...drawn,
    ref,
    businessName: sellerName(ref),
    email: `${ref}@merchant.example`,
    sales: test ? salesOfTest(test, asOf) : isNew(ref) ? months(asOf, seasonalSales(monthly)) : [],
  };
}

/** The merchant data record that the demo marketplace sends for a shop. */
export function recordOfShop(shop: DemoShop): MerchantRecord {
  const { salesPerformance, ...rest } = recordOfTier("A", { merchantId: shop.ref, businessName: shop.businessName });
  const total = (count: number) => shop.sales.slice(-count).reduce((sum, { salesAmount }) => sum + salesAmount, 0);
  const orders = shop.sales.reduce((sum, { orderCount }) => sum + orderCount, 0);
  return {
    ...rest,
    salesPerformance: {
      ...salesPerformance,
      gmv30Days: total(1),
      gmv90Days: total(3),
      gmv180Days: total(6),
      avgMonthlySales: Math.round(total(6) / 6),
      orderCount: orders,
      avgOrderValue: Math.round(total(6) / orders),
    },
    monthlySalesHistory: shop.sales,
  };
}

/** For a service that may read the seller's sales; null where there are no figures. */
export function recordOfSeller(ref: string, asOf: Date): MerchantRecord | null {
  const test = testMerchants.find((merchant) => testMerchantId(merchant) === ref);
  if (test?.tier) return recordOfTier(test.tier, { merchantId: ref, businessName: test.businessName });
  const shop = demoShop(ref, asOf);
  const sales = salesOfSeller(shop, asOf);
  return sales.length > 0 ? recordOfShop({ ...shop, sales }) : null;
}

/** What a seller's business is called: one that a developer made here is called by its id. */
export function sellerName(ref: string): string {
  const test = testMerchants.find((merchant) => testMerchantId(merchant) === ref);
  return test?.businessName ?? (isNew(ref) ? drawnShop(sha256(ref)).businessName : ref);
}

/** An id for a new merchant, from random letters and digits. */
export function newMerchantRef(random: string): string {
  return `${newPrefix}${random.toLowerCase()}`;
}

/** The sales of any seller: also of one whom a developer made, for whom the demo marketplace itself sent none. */
export function salesOfSeller({ ref, sales }: DemoShop, asOf: Date): MonthOfSales[] {
  const isTest = testMerchants.some((merchant) => testMerchantId(merchant) === ref);
  return isTest || sales.length > 0 ? sales : months(asOf, seasonalSales(drawnShop(sha256(ref)).monthly));
}

function isNew(ref: string): boolean {
  return ref.startsWith(newPrefix) && ref.length > newPrefix.length + 5;
}

/** A test merchant has the same sales every month, and none without a tier or a history. */
function salesOfTest({ tier, scenario }: TestMerchant, asOf: Date): MonthOfSales[] {
  const sent = tier ?? (scenario ? "A" : null);
  if (!sent) return [];
  const { avgMonthlySales } = recordOfTier(sent, { merchantId: "", businessName: "" }).salesPerformance;
  return months(asOf, Array(historyMonths).fill(avgMonthlySales));
}

function months(asOf: Date, amounts: readonly number[]): MonthOfSales[] {
  return salesHistory(amounts, asOf).map((month) => ({ ...month, orderCount: Math.ceil(month.salesAmount / 7_500) }));
}
