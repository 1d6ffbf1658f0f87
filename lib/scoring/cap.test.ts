import { describe, expect, test } from "vitest";
import type { MerchantRecord } from "@/lib/merchant-data/schema";
import { fromKobo, kobo, toKobo, zero } from "@/lib/money";
import { amounts, records, subjects } from "@/test/factories/any-record";
import { merchantRecord, recordMoment, salesHistory } from "@/test/factories/merchant-record";
import { fc } from "@/test/proof";
import { lendingCap } from "./cap";
import { readHistory } from "./capacity";
import { type Limits, limitsFor } from "./limits";
import { score } from "./score";

const millions = (naira: number) => toKobo(naira * 1_000_000);
const million = millions(1);
const unlimited: Limits = { externalDebt: zero, marketplaceMax: null, lenderMax: null };
const steady = { months: 6, conservativeMonth: million, stale: false };
const input = { tier: "B", avgMonthlySales: million, confidence: 80, history: steady, limits: unlimited } as const;

describe("the formula", () => {
  test("a steady history leaves the tier's share whole", () => {
    expect(lendingCap(input)).toEqual({ amount: millions(1.5), boundBy: "SALES_SHARE" });
    expect(lendingCap({ ...input, tier: "A" }).amount).toBe(millions(2));
    expect(lendingCap({ ...input, tier: "C" }).amount).toBe(million);
    expect(lendingCap({ ...input, tier: "D" }).amount).toBe(millions(0.5));
    expect(lendingCap({ ...input, tier: "E" })).toEqual({ amount: 0, boundBy: "RISK_TIER" });
  });

  test("a weak history limits to a fifth of a conservative month, nine times in tier B", () => {
    const history = { ...steady, conservativeMonth: millions(0.5) };
    expect(lendingCap({ ...input, history })).toEqual({ amount: millions(0.9), boundBy: "REPAYMENT_CAPACITY" });
  });

  test("without a history the share counts by its confidence", () => {
    expect(lendingCap({ ...input, history: null })).toEqual({ amount: millions(1.2), boundBy: "CONFIDENCE" });
  });

  test("a stale history limits both ways", () => {
    expect(lendingCap({ ...input, history: { ...steady, stale: true } }).amount).toBe(millions(1.2));
    const weak = { months: 6, conservativeMonth: millions(0.5), stale: true };
    expect(lendingCap({ ...input, history: weak }).amount).toBe(millions(0.9));
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
    expect(lendingCap({ ...input, avgMonthlySales: toKobo(1_333.32) }).amount).toBe(toKobo(1_000));
    expect(lendingCap({ ...input, avgMonthlySales: toKobo(666.66) }).amount).toBe(0);
    expect(lendingCap({ ...input, limits: { ...unlimited, lenderMax: toKobo(1_000_999.99) } }).amount).toBe(
      toKobo(1_000_000),
    );
  });

  test("is exact at the largest amounts of the wire", () => {
    const most = toKobo(1e13);
    const history = readHistory(
      { ...merchantRecord(), monthlySalesHistory: salesHistory(Array(6).fill(1e13)) },
      recordMoment,
    );
    expect(history?.conservativeMonth).toBe(most);
    expect(lendingCap({ ...input, tier: "A", avgMonthlySales: most, history }).amount).toBe(2 * most);
  });
});

describe("any record", () => {
  test("has a cap that is whole thousands, not negative, within the limits and the tier's share", () => {
    fc.assert(
      fc.property(subjects, (subject) => {
        const { maxLendingCap, eligiblePercentage } = score(subject);
        const { marketplaceMax, lenderMax, externalDebt } = subject.limits;
        expect(maxLendingCap).toBeGreaterThanOrEqual(0);
        expect(Number.isSafeInteger(maxLendingCap)).toBe(true);
        expect(maxLendingCap % toKobo(1_000)).toBe(0);
        expect(maxLendingCap).toBeLessThanOrEqual(marketplaceMax ?? Number.POSITIVE_INFINITY);
        expect(maxLendingCap).toBeLessThanOrEqual(lenderMax ?? Number.POSITIVE_INFINITY);
        const share = (toKobo(subject.record.salesPerformance.avgMonthlySales) * eligiblePercentage) / 100;
        if (maxLendingCap > 0) expect(maxLendingCap).toBeLessThanOrEqual(share - externalDebt + 1);
      }),
    );
  });

  test("never loses by adding a sound history", () => {
    // Sound: it ends last month, and its conservative month is at least 85% of the average month that was claimed.
    const parts = fc.array(fc.integer({ min: 85, max: 160 }), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(records, parts, fc.boolean(), (record, shares, fresh) => {
        const { monthlySalesHistory: _, ...without } = record;
        const average = record.salesPerformance.avgMonthlySales;
        fc.pre(average < 5e12);
        const sales = shares.map((share) => fromKobo(kobo(Math.ceil((toKobo(average) * share) / 100))));
        const asOf = fresh ? recordMoment : new Date("2026-01-15T00:00:00Z");
        const sound = { ...without, monthlySalesHistory: salesHistory(sales, asOf) };
        const [before, after] = [without, sound].map((it) => capOf(it));
        expect(after).toBeGreaterThanOrEqual(before ?? Number.NaN);
      }),
    );
  });

  test("never loses by a credit history of zeros", () => {
    const zeros = { totalLoans: 0, repaidLoans: 0, defaultedLoans: 0, totalOutstanding: 0, lastLoanDate: null };
    fc.assert(
      fc.property(records, (record) => {
        const { historicalCredit: _, ...without } = record;
        expect(capOf({ ...without, historicalCredit: zeros })).toBeGreaterThanOrEqual(capOf(without));
      }),
    );
  });
});

describe("the conservative month", () => {
  const monthOf = (sales: number[]) =>
    readHistory({ ...merchantRecord(), monthlySalesHistory: salesHistory(sales) }, recordMoment)?.conservativeMonth;

  test("is half an average month and half an average weak one", () => {
    expect(monthOf([500, 500, 500, 500, 500, 500])).toBe(toKobo(500));
    expect(monthOf([0, 0, 0, 600, 600, 600])).toBe(toKobo(150));
    expect(monthOf([200, 200, 200, 200, 200, 3_200])).toBe(toKobo((700 + 200) / 2));
  });

  test("does not depend on the order of the months", () => {
    const six = fc.array(amounts, { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(six, (sales) => {
        expect(monthOf(sales)).toBe(monthOf(sales.toReversed()));
      }),
    );
  });

  test("counts sales net of refunds, no month below nothing", () => {
    const months = salesHistory([100, 100, 100, 100, 100, 100]).map((month, i) => ({ ...month, refundAmount: i * 50 }));
    // Net 100, 50, 0, 0, 0, 0: an average of 25, and weak months of 0.
    expect(readHistory({ ...merchantRecord(), monthlySalesHistory: months }, recordMoment)?.conservativeMonth).toBe(
      1_250,
    );
  });

  test("goes stale after three months", () => {
    const record = merchantRecord(); // ends with June 2026
    expect(readHistory(record, new Date("2026-09-30T12:00:00Z"))?.stale).toBe(false);
    expect(readHistory(record, new Date("2026-10-01T12:00:00Z"))?.stale).toBe(true);
    expect(readHistory(merchantRecord({ monthlySalesHistory: undefined }), recordMoment)).toBeNull();
  });
});

function capOf(record: MerchantRecord): number {
  return score({ record, asOf: recordMoment, limits: limitsFor(record, { marketplaceMax: null, lenderMax: null }) })
    .maxLendingCap;
}
