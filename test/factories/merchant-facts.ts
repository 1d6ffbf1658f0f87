import { day, later } from "@/lib/kernel/calendar";
import { kobo, toKobo } from "@/lib/kernel/money";
import { nothingOwed } from "@/lib/lending/funding/borrowers/standing";
import { decide, type MerchantFacts } from "@/lib/lending/funding/policy";
import type { LenderProduct } from "@/lib/parties/lenders/product";
import { instant } from "@/test/time";

/** When these facts are weighed. */
export const now = instant("2026-11-20T12:00:00Z");
const dataFrom = later(now, -day);

type Score = NonNullable<MerchantFacts["score"]>;

/** Of a merchant with a cap and monthly sales of 200,000 naira. */
export const good: MerchantFacts = {
  now,
  connectionStatus: "ACTIVE",
  kyc: { status: "APPROVED", decidedAt: dataFrom },
  score: scored({}),
  scoringPending: false,
  own: nothingOwed,
  others: { here: nothingOwed, elsewhere: nothingOwed },
  committedDeduction: 0,
};

/** A sound score, but for a change. */
export function scored(change: Partial<Score>): Score {
  const sales = { assumedMonthlySales: kobo(20_000_000), weakestRuns: null, salesUntil: null };
  return { tier: "B", maxLendingCap: kobo(20_000_000), capReason: null, ...sales, dataFrom, ...change };
}

/** What the reconciler says to a request for this on the same facts. */
export function decided(facts: MerchantFacts, products: readonly LenderProduct[], tenorDays: number, naira: number) {
  const request = { principal: toKobo(naira), tenorDays, createdAt: now, financingTimeframeDays: 7 };
  return decide({ ...facts, request, products: products.filter((one) => one.tenorDays === tenorDays) });
}
