import { describe, expect, test } from "vitest";
import { fromKobo, kobo, toKobo, zero } from "@/lib/kernel/money";
import type { MerchantRecord } from "@/lib/terms/merchant-data/schema";
import { type Limits, limitsFor } from "@/lib/terms/scoring/limits";
import { records, subjects } from "@/test/factories/any-record";
import { merchantRecord, recordMoment, salesHistory } from "@/test/factories/merchant-record";
import { fc } from "@/test/proof";
import { lendingCap } from "./cap";
import { lowestReading } from "./sales";
import { score } from "./score";

const millions = (naira: number) => toKobo(naira * 1_000_000);
const million = millions(1);
const unlimited: Limits = { externalDebt: zero, marketplaceMax: null, lenderMax: null };
const input = {
  tier: "B",
  assumedMonthlySales: million,
  confidence: null,
  unlendable: null,
  limits: unlimited,
} as const;

describe("the formula", () => {
  test("is the tier's share of assumed monthly sales", () => {
    expect(lendingCap(input)).toEqual({ amount: millions(1.5), boundBy: "SALES_SHARE" });
    expect(lendingCap({ ...input, tier: "A" }).amount).toBe(millions(2));
    expect(lendingCap({ ...input, tier: "C" }).amount).toBe(million);
    expect(lendingCap({ ...input, tier: "D" }).amount).toBe(millions(0.5));
    expect(lendingCap({ ...input, tier: "E" })).toEqual({ amount: 0, boundBy: "RISK_TIER" });
  });

  test("without a history the share counts by its confidence", () => {
    expect(lendingCap({ ...input, confidence: 80 })).toEqual({ amount: millions(1.2), boundBy: "CONFIDENCE" });
    expect(lendingCap({ ...input, confidence: 100 })).toEqual({ amount: millions(1.5), boundBy: "SALES_SHARE" });
  });

  test.each(["STALE_DATA", "INTERMITTENT_SALES"] as const)("%s lends nothing, whatever the tier", (unlendable) => {
    expect(lendingCap({ ...input, tier: "A", unlendable })).toEqual({ amount: 0, boundBy: unlendable });
  });

  test("debt elsewhere comes off, and what is left is cut to the limits", () => {
    const owing = { ...unlimited, externalDebt: millions(0.4) };
    expect(lendingCap({ ...input, limits: owing }).amount).toBe(110_000_000);
    const limited = lendingCap({ ...input, limits: { ...owing, marketplaceMax: millions(2), lenderMax: million } });
    expect(limited).toEqual({ amount: million, boundBy: "LIMIT" });
    const drowned = lendingCap({ ...input, limits: { ...unlimited, externalDebt: millions(1.5) } });
    expect(drowned).toEqual({ amount: 0, boundBy: "EXTERNAL_DEBT" });
  });

  test("is quoted in whole thousands of naira, rounded down", () => {
    expect(lendingCap({ ...input, assumedMonthlySales: toKobo(1_333.32) }).amount).toBe(toKobo(1_000));
    expect(lendingCap({ ...input, assumedMonthlySales: toKobo(666.66) }).amount).toBe(0);
    expect(lendingCap({ ...input, tier: "D", assumedMonthlySales: toKobo(1_999.99) }).amount).toBe(0);
    expect(lendingCap({ ...input, limits: { ...unlimited, lenderMax: toKobo(1_000_999.99) } }).amount).toBe(
      toKobo(1_000_000),
    );
  });

  test("is exact at the largest amounts of the wire", () => {
    const most = toKobo(1e13);
    expect(lendingCap({ ...input, tier: "A", assumedMonthlySales: most }).amount).toBe(2 * most);
    expect(lendingCap({ ...input, tier: "A", assumedMonthlySales: most, confidence: 99 }).amount).toBe(1.98 * most);
  });

  test("is lowered by a limit, never raised by one", () => {
    const within = (most: number) => lendingCap({ ...input, limits: { ...unlimited, lenderMax: millions(most) } });
    expect(within(1)).toEqual({ amount: millions(1), boundBy: "LIMIT" });
    expect(within(1.5)).toEqual({ amount: millions(1.5), boundBy: "SALES_SHARE" });
    expect(within(9)).toEqual({ amount: millions(1.5), boundBy: "SALES_SHARE" });
  });
});

describe("any record", () => {
  test("has a cap that is whole thousands, not negative, within the limits and the tier's share", () => {
    fc.assert(
      fc.property(subjects, (subject) => {
        const { maxLendingCap, eligiblePercentage, assumedMonthlySales } = score(subject);
        const { marketplaceMax, lenderMax, externalDebt } = subject.limits;
        expect(maxLendingCap).toBeGreaterThanOrEqual(0);
        expect(Number.isSafeInteger(maxLendingCap)).toBe(true);
        expect(maxLendingCap % toKobo(1_000)).toBe(0);
        expect(maxLendingCap).toBeLessThanOrEqual(marketplaceMax ?? Number.POSITIVE_INFINITY);
        expect(maxLendingCap).toBeLessThanOrEqual(lenderMax ?? Number.POSITIVE_INFINITY);
        const share = (assumedMonthlySales * eligiblePercentage) / 100;
        if (maxLendingCap > 0) expect(maxLendingCap).toBeLessThanOrEqual(share - externalDebt + 1);
      }),
    );
  });

  test("is told what all loans together may take a month, or nothing where nothing is lent", () => {
    fc.assert(
      fc.property(subjects, (subject) => {
        const { maxLendingCap, assumedMonthlySales, loanEligibility } = score(subject);
        const most = maxLendingCap > 0 ? Number((BigInt(assumedMonthlySales) * 30n) / 100n) : 0;
        expect(loanEligibility.maxMonthlyRepayment).toBe(most);
        expect(loanEligibility.maxEligibleAmount).toBe(maxLendingCap);
        expect(loanEligibility.eligible).toBe(maxLendingCap > 0);
      }),
    );
  });

  test("never loses by adding a sound history", () => {
    // Sound: it ends with the last full month or the one before, and no month is below 60% of what the totals say.
    const parts = fc.array(fc.integer({ min: 60, max: 160 }), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(records, parts, fc.constantFrom(0, 1), (record, shares, age) => {
        const { monthlySalesHistory: _, ...without } = record;
        const claimed = lowestReading(record.salesPerformance);
        fc.pre(claimed < 5e12);
        const sales = shares.map((share) => fromKobo(kobo(Math.ceil((toKobo(claimed) * share) / 100))));
        fc.pre(sales.every((month) => month > 0));
        const end = new Date(Date.UTC(recordMoment.getUTCFullYear(), recordMoment.getUTCMonth() - age, 15));
        const sound = { ...without, monthlySalesHistory: salesHistory(sales, end) };
        expect(capOf(sound)).toBeGreaterThanOrEqual(capOf(without));
      }),
    );
  });

  test("gains and loses nothing by a credit history of zeros", () => {
    const zeros = { totalLoans: 0, repaidLoans: 0, defaultedLoans: 0, totalOutstanding: 0, lastLoanDate: null };
    fc.assert(
      fc.property(records, (record) => {
        const { historicalCredit: _, ...without } = record;
        const [one, other] = [without, { ...without, historicalCredit: zeros }].map(resultOf);
        expect(other?.maxLendingCap).toBe(one?.maxLendingCap);
        expect(other?.totalScore).toBe(one?.totalScore);
        expect(other?.confidence).toBe(one?.confidence);
      }),
    );
  });
});

test("a figure of sales sent ten times too high moves no cap of a steady merchant", () => {
  const before = capOf(merchantRecord());
  for (const field of ["avgMonthlySales", "gmv30Days", "gmv90Days", "gmv180Days"] as const) {
    const value = (merchantRecord().salesPerformance[field] ?? 0) * 10;
    expect(capOf(merchantRecord({ salesPerformance: { [field]: value } })), field).toBe(before);
  }
});

function resultOf(record: MerchantRecord) {
  return score({ record, asOf: recordMoment, limits: limitsFor(record, { marketplaceMax: null, lenderMax: null }) });
}

function capOf(record: MerchantRecord): number {
  return resultOf(record).maxLendingCap;
}
