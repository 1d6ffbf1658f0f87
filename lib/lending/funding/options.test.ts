import { describe, expect, test } from "vitest";
import { day, later } from "@/lib/kernel/calendar";
import { kobo, toKobo, zero } from "@/lib/kernel/money";
import type { LenderProduct } from "@/lib/parties/lenders/product";
import { minimumAmount, tenors } from "@/lib/terms/funding/constants";
import { anyProduct } from "@/test/factories/lender-product";
import { good, now, scored } from "@/test/factories/merchant-facts";
import { nothingOwed } from "./borrowers/standing";
import { fundingOptionsOf } from "./options";
import type { MerchantFacts } from "./policy";
import { fundingOptions } from "./schema";

const owing = (committed: number) => ({ own: { ...nothingOwed, committed: kobo(committed) } });

const product = anyProduct();
const everyTenor = tenors.map((tenorDays) => anyProduct({ tenorDays }));

const steady = {
  salesPerformance: { gmv30Days: 1e6, gmv90Days: 3e6, avgMonthlySales: 1e6, avgOrderValue: 50_000 },
  monthlySalesHistory: Array.from({ length: 6 }, () => ({ salesAmount: 1_000_000 })),
};

describe("figures", () => {
  test("of an amount on a tenor: fee, total, rates, deduction, dates", () => {
    const { options, ...rest } = fundingOptionsOf(good, [product], steady, 100_000);
    // All worked out with exact fractions, and the APRs solved, apart from this code.
    expect(rest).toEqual({
      minimum: 1_000,
      maximum: 115_295,
      amount: 100_000,
      blocked: null,
      tooFewSales: false,
      capReason: null,
      assumedMonthlySales: 200_000,
      recommendedTenor: 90,
    });
    expect(options).toEqual([
      {
        tenorDays: 90,
        available: true,
        reason: null,
        recommended: true,
        maximum: 115_295,
        excess: null,
        fee: 4_080,
        totalRepayment: 104_080,
        interestRate: 4.08,
        annualPercentageRate: 40.85,
        scheduledAnnualPercentageRate: 24.42,
        expectedDays: 72,
        deductionPercentage: 22,
        minimumDeduction: 500,
        dueDate: "2027-02-18",
        // 22 percent of a million a month bring 104,080 in 14.4 days.
        forecast: { early: "2026-12-05", likely: "2026-12-05", late: "2026-12-05" },
      },
    ]);
  });

  test("without sales figures nothing is foreseen", () => {
    expect(fundingOptionsOf(good, [product], null).options[0]?.forecast).toBeNull();
  });

  test("without an amount: of the most that any tenor carries", () => {
    const found = fundingOptionsOf(good, everyTenor, null);
    expect(found.amount).toBe(found.maximum);
    expect(found.maximum).toBe(Math.max(...found.options.map(({ maximum }) => maximum)));
  });

  test("kobo are counted; less than the least is shown as the least", () => {
    expect(fundingOptionsOf(good, [product], null, 1_234.56)).toMatchObject({ amount: 1_234.56 });
    expect(fundingOptionsOf(good, [product], null, 5)).toMatchObject({ amount: minimumAmount });
  });

  test("tenors without a lender for the tier are not shown", () => {
    const found = fundingOptionsOf(good, everyTenor.slice(1, 3), null);
    expect(found.options.map(({ tenorDays }) => tenorDays)).toEqual([90, 120]);
  });

  test("an amount without a lender has the figures of the cheapest", () => {
    const best = anyProduct({ maximumPrincipal: kobo(500_000) });
    const dearer = { ...best, lenderId: "lnd_2", rateBasisPoints: 200 };
    for (const products of [
      [best, dearer],
      [dearer, best],
    ]) {
      const [option] = fundingOptionsOf(good, products, null, 6_000).options;
      // The least, 30 days at 1.7 percent.
      expect(option).toMatchObject({ available: false, reason: "NO_LENDER_AVAILABLE", fee: 102, maximum: 5_000 });
    }
  });

  test("what is above the capacity of a tenor is told, whatever the cap and the lender", () => {
    const excess = (amount: number, products = everyTenor) =>
      fundingOptionsOf(good, products, null, amount).options.map((option) => option.excess);
    // They carry 39,331, 115,295, 151,745, 417,572 and 731,316.
    expect(excess(39_331)).toEqual([null, null, null, null, null]);
    expect(excess(151_745.5)).toEqual([112_414.5, 36_450.5, 0.5, null, null]);
    expect(excess(500_000)).toEqual([460_669, 384_705, 348_255, 82_428, null]);
    const small = anyProduct({ maximumPrincipal: kobo(500_000) });
    expect(excess(100_000, [small])).toEqual([null]);
    expect(excess(120_000, [small, { ...small, lenderId: "lnd_2", highestDeductionBasisPoints: 1_000 }])).toEqual([
      4_705,
    ]);
  });
});

describe("recommended", () => {
  const recommended = (amount: number, given = good, sold: typeof steady | null = steady) => {
    const { options, recommendedTenor } = fundingOptionsOf(given, everyTenor, sold, amount);
    expect(options.filter((option) => option.recommended).map(({ tenorDays }) => tenorDays)).toEqual(
      recommendedTenor === null ? [] : [recommendedTenor],
    );
    return recommendedTenor;
  };

  test("is the cheapest that is available", () => {
    expect(recommended(39_331)).toBe(30);
    expect(recommended(39_332)).toBe(90);
    expect(recommended(115_296)).toBe(120);
  });

  test("of equal totals the one that takes less of each sale, then the shorter", () => {
    const rich = { ...good, score: scored({ assumedMonthlySales: toKobo(1_000_000), maxLendingCap: kobo(1e12) }) };
    // Both are back in less than 30 days at the lowest percentage, which is the least that is paid for on any tenor.
    expect(recommended(10_000, rich)).toBe(30);
    // On 30 days it takes 7 percent of each sale, on 90 and more 6.
    expect(recommended(55_000, rich)).toBe(90);
  });

  test("never one that sales are likely to repay only after its due date", () => {
    const slow = { ...steady, monthlySalesHistory: steady.monthlySalesHistory.map(() => ({ salesAmount: 100_000 })) };
    // Of 100,000 a month, 19.5 percent bring 30,510 in 48 days, 6.5 bring 31,224 in 146 and 6 bring 31,331 in 159.
    expect(recommended(30_000, good, slow)).toBe(365);
    expect(recommended(30_000, good, null)).toBe(30);
  });

  test("repays by its due date, which itself is early enough", () => {
    const selling = (monthly: number) => ({
      salesPerformance: { gmv30Days: monthly, gmv90Days: 3 * monthly, avgMonthlySales: monthly, avgOrderValue: 50_000 },
      monthlySalesHistory: Array.from({ length: 6 }, () => ({ salesAmount: monthly })),
    });
    // 22 percent of 160,000 in 365 / 12 days bring 104,080 in 89.94 days, of 159,800 in 90.05.
    const of = (monthly: number) => fundingOptionsOf(good, [product], selling(monthly), 100_000);
    expect(of(160_000)).toMatchObject({ recommendedTenor: 90, options: [{ forecast: { likely: "2027-02-18" } }] });
    expect(of(159_800)).toMatchObject({ recommendedTenor: null, options: [{ forecast: { likely: "2027-02-19" } }] });
  });

  test("none where none is available", () => {
    expect(recommended(900_000)).toBeNull();
    expect(recommended(10_000, { ...good, own: { ...nothingOwed, defaulted: true } })).toBeNull();
  });
});

describe("the most", () => {
  const most = (change: Partial<MerchantFacts>, products: readonly LenderProduct[] = [product]) =>
    fundingOptionsOf({ ...good, ...change }, products, null).maximum;
  const rich = scored({ assumedMonthlySales: kobo(1e12) });

  test.each<[string, Partial<MerchantFacts>, LenderProduct[], number]>([
    ["the cap", { score: rich }, [product], 200_000],
    ["the cap less what is taken up", { score: rich, ...owing(4_999_999) }, [product], 150_000],
    ["a lender's most", { score: rich }, [anyProduct({ maximumPrincipal: kobo(7_000_099) })], 70_000],
    ["what sales carry", {}, [product], 115_295],
    ["what sales carry beside a loan that takes 19 percent of them", { committedDeduction: 1_900 }, [product], 50_730],
    ["what a lender's highest percentage carries", {}, [anyProduct({ highestDeductionBasisPoints: 1_500 })], 69_177],
    // 30,000 and 4.08 percent of it are 25 percent of 52,040 a month for 72 days.
    [
      "all that sales carry, to the kobo",
      { score: scored({ assumedMonthlySales: toKobo(52_040) }) },
      [product],
      30_000,
    ],
    ["what sales carry, no kobo more", { score: scored({ assumedMonthlySales: kobo(5_203_999) }) }, [product], 29_999],
    ["nothing, all taken up", owing(20_000_000), [product], 0],
    ["nothing, more than all taken up", owing(30_000_000), [product], 0],
    ["nothing, less than the least is left", owing(19_900_001), [product], 0],
    ["the least", owing(19_900_000), [product], 1_000],
    ["nothing, other loans take it all", { committedDeduction: 2_450 }, [product], 0],
    ["nothing, no sales", { score: scored({ assumedMonthlySales: zero }) }, [product], 0],
    ["nothing, too little for the lender", {}, [anyProduct({ minimumPrincipal: kobo(15_000_000) })], 0],
    ["nothing, nobody lends", {}, [], 0],
  ])("is %s", (_, change, products, naira) => {
    expect(most(change, products)).toBe(naira);
  });

  test("a weak run of months lowers it on short tenors", () => {
    const weak = scored({ maxLendingCap: kobo(1e12), weakestRuns: Array.from({ length: 6 }, () => kobo(10_000_000)) });
    const found = fundingOptionsOf({ ...good, score: weak }, everyTenor, null);
    expect(found.options.map(({ maximum }) => maximum)).toEqual([19_665, 58_800, 77_881, 417_572, 731_316]);
  });
});

describe("what blocks everything is named", () => {
  test.each<[string, string, Partial<MerchantFacts>, LenderProduct[]]>([
    ["KYC rejected", "KYC_REJECTED", { kyc: { status: "REJECTED", decidedAt: now }, score: null }, []],
    ["not scored yet", "NO_CREDIT_SCORE", { score: null }, []],
    ["not scored yet, under way", "NO_CREDIT_SCORE", { score: null, scoringPending: true }, []],
    ["a default", "DEFAULTED_LOAN", { own: { ...nothingOwed, defaulted: true } }, [product]],
    ["tier E", "RISK_TIER_BLOCKED", { score: scored({ tier: "E", maxLendingCap: zero }) }, []],
    ["old figures", "SCORE_STALE", { score: scored({ dataFrom: later(now, -91 * day) }) }, [product]],
    ["the cap taken up", "ABOVE_LENDING_CAP", owing(20_000_000), [product]],
    ["the cap taken up, nobody lends", "ABOVE_LENDING_CAP", owing(20_000_000), []],
    ["the least is left, nobody lends", "NO_LENDER_AVAILABLE", owing(19_900_000), []],
    ["sales carry no more", "ABOVE_REPAYMENT_CAPACITY", { committedDeduction: 2_450 }, [product]],
    ["nobody lends", "NO_LENDER_AVAILABLE", {}, []],
  ])("%s: %s", (_, blocked, change, products) => {
    const found = fundingOptionsOf({ ...good, ...change }, products, steady);
    expect(found).toMatchObject({ blocked, maximum: 0, amount: minimumAmount });
    for (const option of found.options) expect(option).toMatchObject({ available: false, maximum: 0 });
    expect(fundingOptions.parse(found)).toEqual(found);
  });

  test("undecided KYC does not", () => {
    const kyc = { status: "SUBMITTED", decidedAt: null } as const;
    expect(fundingOptionsOf({ ...good, kyc }, [product], null)).toMatchObject({ blocked: null, maximum: 115_295 });
  });
});

test("no figure or reason tells more of what is owed at other marketplaces than a quarter of the cap", () => {
  const told = (elsewhere: number, asked?: number) => {
    const others = { here: nothingOwed, elsewhere: { ...nothingOwed, committed: kobo(elsewhere) } };
    const rich = { ...good, score: scored({ assumedMonthlySales: kobo(1e12) }), others };
    return fundingOptionsOf(rich, everyTenor, steady, asked);
  };
  for (const asked of [undefined, 1_000, 100_000, 100_001, 149_999, 150_000, 150_001, 200_000, 200_001]) {
    const some = told(5_000_001, asked);
    for (const kobo of [5_000_002, 7_654_321, 9_999_999, 10_000_000]) expect(told(kobo, asked)).toEqual(some);
    expect(some.maximum).toBe(100_000);
  }
});
