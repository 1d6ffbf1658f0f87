import { describe, expect, test } from "vitest";
import { day, later } from "@/lib/calendar";
import type { LenderProduct } from "@/lib/lenders/product";
import { kobo, plus, toKobo, zero } from "@/lib/money";
import { fc } from "@/test/proof";
import { instant } from "@/test/time";
import { minimumAmount, tenors } from "./constants";
import { fundingOptionsOf } from "./options";
import { decide, type MerchantFacts } from "./policy";
import { fundingOptions } from "./schema";

const now = instant("2026-11-20T12:00:00Z");
const dataFrom = later(now, -day);

/** Money in kobo: a cap of 200,000 naira and 50,000 a month. */
const good: MerchantFacts = {
  now,
  connectionStatus: "ACTIVE",
  kyc: { status: "APPROVED", decidedAt: dataFrom },
  score: { tier: "B", maxLendingCap: kobo(20_000_000), maxMonthlyRepayment: kobo(5_000_000), dataFrom },
  scoringPending: false,
  committedPrincipal: zero,
  committedMonthly: zero,
  hasDefaultedLoan: false,
};

function product(change: Partial<LenderProduct> = {}): LenderProduct {
  return {
    lenderId: "lnd_1",
    name: "Demo Lender",
    riskTier: "B",
    tenorDays: 90,
    interestBasisPoints: 900,
    minimumPrincipal: kobo(100_000),
    maximumPrincipal: kobo(5_000_000_000),
    minimumDeduction: kobo(50_000),
    defaultAfterDays: 90,
    ...change,
  };
}

const everyTenor = tenors.map((tenorDays) => product({ tenorDays, interestBasisPoints: tenorDays * 10 }));

/** What the reconciler says to a request for this on the same facts. */
function decided(facts: MerchantFacts, products: readonly LenderProduct[], tenorDays: number, naira: number) {
  const request = { principal: toKobo(naira), tenorDays, createdAt: now, financingTimeframeDays: 7 };
  return decide({ ...facts, request, products: products.filter((one) => one.tenorDays === tenorDays) });
}

const steady = {
  salesPerformance: { gmv30Days: 1e6, gmv90Days: 3e6, avgMonthlySales: 1e6, avgOrderValue: 50_000 },
  monthlySalesHistory: Array.from({ length: 6 }, () => ({ salesAmount: 1_000_000 })),
};

describe("figures", () => {
  test("of an amount on a tenor: fee, total, both rates, deduction, dates", () => {
    const { options, ...rest } = fundingOptionsOf(good, [product()], steady, 100_000);
    // 50,000 a month for three months: 137,614.68 and 9 percent of it make 150,000.
    expect(rest).toEqual({ minimum: 1_000, maximum: 137_614, amount: 100_000, blocked: null });
    expect(options).toEqual([
      {
        tenorDays: 90,
        available: true,
        reason: null,
        maximum: 137_614,
        fee: 9_000,
        totalRepayment: 109_000,
        interestRate: 9,
        yearlyRate: 36.5,
        deductionPercentage: 12,
        minimumDeduction: 500,
        dueDate: "2027-02-18",
        forecast: { early: "2026-12-18", likely: "2026-12-18", late: "2026-12-18" },
      },
    ]);
  });

  test("without sales figures nothing is foreseen", () => {
    expect(fundingOptionsOf(good, [product()], null).options[0]?.forecast).toBeNull();
  });

  test("without an amount: of the most that any tenor carries", () => {
    const found = fundingOptionsOf(good, everyTenor, null);
    expect(found.amount).toBe(found.maximum);
    expect(found.maximum).toBe(Math.max(...found.options.map(({ maximum }) => maximum)));
  });

  test("kobo are counted; less than the least is shown as the least", () => {
    expect(fundingOptionsOf(good, [product()], null, 1_234.56)).toMatchObject({ amount: 1_234.56 });
    expect(fundingOptionsOf(good, [product()], null, 5)).toMatchObject({ amount: minimumAmount });
  });

  test("tenors without a lender for the tier are not shown", () => {
    const found = fundingOptionsOf(good, everyTenor.slice(1, 3), null);
    expect(found.options.map(({ tenorDays }) => tenorDays)).toEqual([90, 120]);
  });

  test("an amount without a lender has the figures of the highest available", () => {
    const best = product({ maximumPrincipal: kobo(500_000) });
    const dearer = { ...best, lenderId: "lnd_2", interestBasisPoints: 1_200 };
    for (const products of [
      [best, dearer],
      [dearer, best],
    ]) {
      const [option] = fundingOptionsOf(good, products, null, 6_000).options;
      expect(option).toMatchObject({ available: false, reason: "NO_LENDER_AVAILABLE", fee: 540, maximum: 5_000 });
    }
  });
});

describe("the most", () => {
  const most = (change: Partial<MerchantFacts>, products: readonly LenderProduct[] = [product()]) =>
    fundingOptionsOf({ ...good, ...change }, products, null).maximum;
  const uncarried = {
    ...good.score,
    tier: "B" as const,
    maxLendingCap: kobo(20_000_000),
    dataFrom,
    maxMonthlyRepayment: null,
  };

  test.each<[string, Partial<MerchantFacts>, LenderProduct[], number]>([
    ["the cap", { score: uncarried }, [product()], 200_000],
    ["the cap less what is taken up", { score: uncarried, committedPrincipal: kobo(4_999_999) }, [product()], 150_000],
    ["a lender's most", { score: uncarried }, [product({ maximumPrincipal: kobo(7_000_099) })], 70_000],
    ["what sales carry", {}, [product()], 137_614],
    ["what sales carry beside a loan", { committedMonthly: kobo(2_500_000) }, [product()], 68_807],
    // 30,000.00 and 9 percent of it are 32,700.00, three times 10,900.00.
    ["all that sales carry, to the kobo", { committedMonthly: kobo(3_910_000) }, [product()], 30_000],
    // 30,001.00 and its interest would be one kobo more than three times 10,900.36.
    ["what sales carry, not a kobo more", { committedMonthly: kobo(3_909_964) }, [product()], 30_000],
    ["nothing, all taken up", { committedPrincipal: kobo(20_000_000) }, [product()], 0],
    ["nothing, more than all taken up", { committedPrincipal: kobo(30_000_000) }, [product()], 0],
    ["nothing, less than the least is left", { committedPrincipal: kobo(19_900_001) }, [product()], 0],
    ["the least", { committedPrincipal: kobo(19_900_000) }, [product()], 1_000],
    ["nothing, sales carry no more", { committedMonthly: kobo(5_000_000) }, [product()], 0],
    ["nothing, too little for the lender", {}, [product({ minimumPrincipal: kobo(15_000_000) })], 0],
    ["nothing, nobody lends", {}, [], 0],
  ])("is %s", (_, change, products, naira) => {
    expect(most(change, products)).toBe(naira);
  });
});

describe("what blocks everything is named", () => {
  const scored = (change: Partial<NonNullable<MerchantFacts["score"]>>) => ({
    score: { tier: "B" as const, maxLendingCap: kobo(20_000_000), maxMonthlyRepayment: null, dataFrom, ...change },
  });
  test.each<[string, string, Partial<MerchantFacts>, LenderProduct[]]>([
    ["KYC rejected", "KYC_REJECTED", { kyc: { status: "REJECTED", decidedAt: now }, score: null }, []],
    ["not scored yet", "NO_CREDIT_SCORE", { score: null }, []],
    ["not scored yet, under way", "NO_CREDIT_SCORE", { score: null, scoringPending: true }, []],
    ["a default", "DEFAULTED_LOAN", { hasDefaultedLoan: true }, [product()]],
    ["tier E", "RISK_TIER_BLOCKED", scored({ tier: "E", maxLendingCap: zero }), []],
    ["old figures", "SCORE_STALE", scored({ dataFrom: later(now, -91 * day) }), [product()]],
    ["the cap taken up", "ABOVE_LENDING_CAP", { committedPrincipal: kobo(20_000_000) }, [product()]],
    ["the cap taken up, nobody lends", "ABOVE_LENDING_CAP", { committedPrincipal: kobo(20_000_000) }, []],
    ["the least is left, nobody lends", "NO_LENDER_AVAILABLE", { committedPrincipal: kobo(19_900_000) }, []],
    ["sales carry no more", "ABOVE_REPAYMENT_CAPACITY", { committedMonthly: kobo(5_000_000) }, [product()]],
    ["nobody lends", "NO_LENDER_AVAILABLE", {}, []],
  ])("%s: %s", (_, blocked, change, products) => {
    const found = fundingOptionsOf({ ...good, ...change }, products, steady);
    expect(found).toMatchObject({ blocked, maximum: 0, amount: minimumAmount });
    for (const option of found.options) expect(option).toMatchObject({ available: false, maximum: 0 });
    expect(fundingOptions.parse(found)).toEqual(found);
  });

  test("undecided KYC does not", () => {
    const kyc = { status: "SUBMITTED", decidedAt: null } as const;
    expect(fundingOptionsOf({ ...good, kyc }, [product()], null)).toMatchObject({ blocked: null, maximum: 137_614 });
  });
});

const naira = (max: number) => fc.integer({ min: 0, max }).map(toKobo);
const factsOf = fc.record({
  cap: naira(3_000_000),
  committed: naira(1_000_000),
  monthly: fc.option(fc.integer({ min: 0, max: 80_000_000 }).map(kobo)),
  committedMonthly: fc.integer({ min: 0, max: 40_000_000 }).map(kobo),
  spoiled: fc.constantFrom<Partial<MerchantFacts>>({}, {}, {}, {}, { hasDefaultedLoan: true }),
});
const productsOf = fc.array(
  fc.record({
    tenorDays: fc.constantFrom(...tenors),
    interestBasisPoints: fc.integer({ min: 1, max: 6_000 }),
    minimumPrincipal: naira(200_000),
    room: naira(2_000_000),
  }),
  { minLength: 1, maxLength: 6 },
);

describe("agrees with the reconciler on the same facts", () => {
  const situation = fc.tuple(factsOf, productsOf).map(([facts, lenders]) => {
    const { cap: maxLendingCap, committed: committedPrincipal, monthly: maxMonthlyRepayment, committedMonthly } = facts;
    const score = { tier: "B" as const, maxLendingCap, maxMonthlyRepayment, dataFrom };
    return {
      facts: { ...good, ...facts.spoiled, score, committedPrincipal, committedMonthly },
      products: lenders.map(({ room, ...lent }, i) =>
        product({ ...lent, lenderId: `lnd_${i}`, maximumPrincipal: plus(lent.minimumPrincipal, room) }),
      ),
    };
  });
  const amounts = fc.integer({ min: minimumAmount * 100, max: 300_000_000 }).map((kobo) => kobo / 100);

  test("an amount is available on a tenor exactly when a request for it would be fulfilled, else for its reason", () => {
    fc.assert(
      fc.property(situation, amounts, ({ facts, products }, amount) => {
        for (const option of fundingOptionsOf(facts, products, null, amount).options) {
          const decision = decided(facts, products, option.tenorDays, amount);
          expect(option.available).toBe(decision.kind === "fulfil");
          if (!option.available) expect(decision).toEqual({ kind: "reject", reason: option.reason });
        }
      }),
    );
  });

  test("the most is fulfilled, a thousand more or any other amount above is not", () => {
    fc.assert(
      fc.property(situation, fc.integer({ min: 1, max: 1_000_000 }), ({ facts, products }, more) => {
        const { options, maximum, blocked } = fundingOptionsOf(facts, products, null);
        expect(blocked === null).toBe(maximum > 0);
        for (const option of options) {
          const kind = (amount: number) => decided(facts, products, option.tenorDays, amount).kind;
          expect(option.maximum).toBeLessThanOrEqual(maximum);
          if (option.maximum > 0) expect(kind(option.maximum)).toBe("fulfil");
          expect(kind(option.maximum + 1_000)).toBe("reject");
          expect(kind(Math.max(minimumAmount, option.maximum + more))).toBe("reject");
        }
      }),
    );
  });

  test("with one lender on a tenor every amount from its least to the most is fulfilled", () => {
    fc.assert(
      fc.property(situation, fc.double({ min: 0, max: 1, noNaN: true }), ({ facts, products }, share) => {
        const [only] = products;
        if (!only) return;
        for (const option of fundingOptionsOf(facts, [only], null).options) {
          const least = Math.max(minimumAmount, only.minimumPrincipal / 100);
          if (option.maximum < least) continue;
          const amount = Math.floor(least + share * (option.maximum - least));
          expect(decided(facts, [only], option.tenorDays, amount).kind).toBe("fulfil");
        }
      }),
    );
  });
});
