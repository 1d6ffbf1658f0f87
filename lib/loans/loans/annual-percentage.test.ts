import { describe, expect, test } from "vitest";
import { addDays, daysBetween } from "@/lib/kernel/calendar";
import { kobo, toKobo } from "@/lib/kernel/money";
import { expectedFlow, oracleYearly as oracle } from "@/test/oracles/annual-percentage-oracle";
import { fc, proofCases } from "@/test/proof";
import { daysToRepay, estimatedAnnualPercentage, scheduledAnnualPercentage } from "./annual-percentage";

const amounts = fc.integer({ min: 100_000, max: 1_000_000_000_00 });
/** Ten thousand in `npm run proof`. */
const flows = { numRuns: proofCases * 2 };
/** Interest in hundredths of a percent of the principal. */
const interests = fc.integer({ min: 1, max: 6_000 });
const withInterest = (principal: number, basisPoints: number) =>
  principal + Math.ceil((principal * basisPoints) / 10_000);

describe("against an independent root finder", () => {
  test("the estimated APR of any loan repaid from sales", () => {
    const cases = fc.tuple(amounts, interests, fc.integer({ min: 1, max: 60 }), fc.integer({ min: 3, max: 900 }));
    fc.assert(
      fc.property(cases, ([principal, basisPoints, halves, days]) => {
        const total = withInterest(principal, basisPoints);
        const deductionBasisPoints = halves * 50;
        const monthlySales = Math.max(1, Math.round((total * 30 * 10_000) / (deductionBasisPoints * days)));
        const flow = expectedFlow(total, monthlySales, () => deductionBasisPoints);
        const terms = { principal: kobo(principal), total: kobo(total), monthlySales: kobo(monthlySales) };
        const estimated = estimatedAnnualPercentage({ ...terms, deductionBasisPoints }) / 100;
        expect(Math.abs(estimated - oracle(principal, flow))).toBeLessThan(0.006);
      }),
      flows,
    );
  });

  test("the estimated APR and the days of any loan whose share of sales changed, or was nothing for a while", () => {
    const shares = fc.array(fc.tuple(fc.nat(90), fc.integer({ min: 0, max: 60 })), { maxLength: 4 });
    const cases = fc.tuple(
      amounts,
      interests,
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 3, max: 900 }),
      shares,
    );
    fc.assert(
      fc.property(cases, ([principal, basisPoints, halves, days, before]) => {
        const total = withInterest(principal, basisPoints);
        const deductionBasisPoints = halves * 50;
        const monthlySales = Math.max(1, Math.round((total * 30 * 10_000) / (deductionBasisPoints * days)));
        const byDay = before.flatMap(([length, share]) => Array.from({ length }, () => share * 50));
        const flow = expectedFlow(total, monthlySales, (day) => byDay[day - 1] ?? deductionBasisPoints);
        const earlier = before.map(([days, share]) => ({ days, basisPoints: share * 50 }));
        const rest = { deductionBasisPoints, earlier, monthlySales: kobo(monthlySales), total: kobo(total) };
        const estimated = estimatedAnnualPercentage({ ...rest, principal: kobo(principal) }) / 100;
        expect(Math.abs(estimated - oracle(principal, flow))).toBeLessThan(0.006);
        // The last day of the flow is the one in which the loan is repaid; a rounding may open another.
        const took = daysToRepay(rest);
        const last = flow.findLast(({ amount }) => amount > 0.001)?.day ?? 0;
        expect(took).toBeGreaterThan(last - 1.001);
        expect(took).toBeLessThanOrEqual(last + 0.001);
      }),
      flows,
    );
  });

  test("the scheduled APR of any schedule", () => {
    const days = fc.uniqueArray(fc.integer({ min: 1, max: 800 }), { minLength: 1, maxLength: 24 });
    const cases = fc.tuple(amounts, interests, days);
    fc.assert(
      fc.property(cases, ([principal, basisPoints, due]) => {
        const total = withInterest(principal, basisPoints);
        const each = Math.floor(total / due.length);
        const flow = due.map((day, i) => ({ day, amount: i === 0 ? total - each * (due.length - 1) : each }));
        const schedule = flow.map(({ day, amount }) => ({ day, amount: kobo(amount) }));
        const scheduled = scheduledAnnualPercentage({ principal: kobo(principal), schedule }) / 100;
        const expected = oracle(principal, flow);
        // Two decimals are shown; a rate of thousands of percent, paid back within days, to one part in a million.
        expect(Math.abs(scheduled - expected)).toBeLessThan(0.006 + expected / 1e6);
      }),
      flows,
    );
  });
});

/**
 * California and New York call a stated rate accurate when it differs by at most 2.5 % of itself, or by 1/8 of a
 * percentage point, 1/4 for irregular payments (10 CCR § 955(a), 23 NYCRR § 600.4(a)). Both have the rate computed by
 * Appendix J of Regulation Z (10 CCR § 940, 23 NYCRR § 600.3), whose unit of time is that of the payments; ours is the
 * day, which is why the figures differ at all.
 */
const relativeTolerance = 0.025;
const regular = 0.125;

describe("against published examples", () => {
  test("an offer summary of sales-based financing, as filed with the SEC (0000950170-23-063225, exhibit 10.1)", () => {
    // $581,815 received; 5 % of receipts of $2,213,516.35 a month, estimated at $25,875 a week; $828,000 paid: 119.46 %.
    const weeks = 828_000 / 25_875;
    const schedule = Array.from({ length: weeks }, (_, i) => ({ day: 7 * (i + 1), amount: toKobo(25_875) }));
    const weekly = scheduledAnnualPercentage({ principal: toKobo(581_815), schedule }) / 100;
    expect(Math.abs(119.46 - weekly) / weekly).toBeLessThan(relativeTolerance);
    // The estimate, told that a week is its day: 52 of its periods make a year, where it counts 365.
    const terms = { principal: toKobo(581_815), total: toKobo(828_000), deductionBasisPoints: 500 };
    const estimated = estimatedAnnualPercentage({ ...terms, monthlySales: toKobo((25_875 / 0.05) * 30) }) / 100;
    expect(Math.abs((estimated * 52) / 365 - 119.46)).toBeLessThan(0.01);
  });

  const monthsFrom = (first: string, count: number) =>
    Array.from({ length: count }, (_, i) => {
      const date = new Date(`${first}T00:00:00Z`);
      date.setUTCMonth(date.getUTCMonth() + i);
      return date.toISOString().slice(0, 10);
    });
  const weeksFrom = (first: string, count: number) => Array.from({ length: count }, (_, i) => addDays(first, 7 * i));
  test.each([
    ["monthly payments, regular first period", 5_000, "1978-01-10", monthsFrom("1978-02-10", 24), 230, 9.69],
    ["monthly payments, long first period", 6_000, "1978-02-10", monthsFrom("1978-04-01", 36), 200, 11.82],
    ["weekly payments, long first period", 500, "1978-03-20", weeksFrom("1978-04-21", 30), 17.6, 14.96],
  ])("Regulation Z, Appendix J (c)(1): %s", (_, advance, from, dates, payment, published) => {
    const schedule = dates.map((date) => ({ day: daysBetween(from, date), amount: toKobo(payment) }));
    const rate = scheduledAnnualPercentage({ principal: toKobo(advance), schedule }) / 100;
    expect(Math.abs(rate - published)).toBeLessThanOrEqual(regular);
  });
});

describe("at the edges", () => {
  const loan = { deductionBasisPoints: 1_000, monthlySales: toKobo(300_000) };
  test("money that costs nothing has a rate of 0", () => {
    expect(estimatedAnnualPercentage({ ...loan, principal: toKobo(1_000), total: toKobo(1_000) })).toBe(0);
  });
  test("all of it on the first day: the interest, times 365", () => {
    expect(estimatedAnnualPercentage({ ...loan, principal: toKobo(900), total: toKobo(909) })).toBe(36_500);
  });
  test("a dearer loan has a higher rate, a faster one too", () => {
    const at = (total: number, deductionBasisPoints: number) =>
      estimatedAnnualPercentage({ ...loan, principal: toKobo(100_000), total: toKobo(total), deductionBasisPoints });
    expect(at(111_000, 1_000)).toBeGreaterThan(at(110_000, 1_000));
    expect(at(110_000, 1_500)).toBeGreaterThan(at(110_000, 1_000));
  });
});
