import { expect, test } from "vitest";
import { addDays, day, later } from "@/lib/kernel/calendar";
import { kobo, toKobo } from "@/lib/kernel/money";
import { termsOf } from "@/lib/loans/loans/terms";
import type { LenderProduct } from "@/lib/parties/lenders/product";
import { demoTerms } from "@/lib/sandbox/seed/demo-lender";
import { tenors } from "@/lib/terms/funding/constants";
import { anyProduct } from "@/test/factories/lender-product";
import { liveEvenly } from "@/test/oracles/terms-oracle";
import { fc } from "@/test/proof";
import { instant } from "@/test/time";
import { nothingOwed } from "./borrowers/standing";
import { fundingOptionsOf } from "./options";
import { decide, type MerchantFacts } from "./policy";

const now = instant("2026-11-20T12:00:00Z");
const today = "2026-11-20";

const tiers = ["A", "B", "C", "D"] as const;
/** The demo lender on every tenor, and beside it whoever else lends. */
const productsOf = ({ tier: riskTier, others }: Merchant) =>
  tenors.flatMap((tenorDays) => {
    const demo = { ...demoTerms[riskTier], maximumPrincipal: kobo(10_000_000_000) };
    return [demo, ...others].map((terms, i) => anyProduct({ lenderId: `lnd_${i}`, riskTier, tenorDays, ...terms }));
  });

const otherLender = fc.constantFrom(
  { lowestDeductionBasisPoints: 1_500, highestDeductionBasisPoints: 1_500, rateBasisPoints: 100 },
  { lowestDeductionBasisPoints: 50, highestDeductionBasisPoints: 10_000, rateBasisPoints: 0 },
  { lowestDeductionBasisPoints: 300, highestDeductionBasisPoints: 3_000, rateBasisPoints: 3_000 },
  { ...demoTerms.A, maximumPrincipal: kobo(1e15) },
);

const merchant = fc.record({
  tier: fc.constantFrom(...tiers),
  others: fc.array(otherLender, { maxLength: 2 }),
  /** From 250 naira a month to 100 million, and the most that fits. */
  monthly: fc
    .oneof(
      { weight: 8, arbitrary: fc.integer({ min: 500_000, max: 10_000_000_000 }) },
      { weight: 1, arbitrary: fc.integer({ min: 25_000, max: 500_000 }) },
      { weight: 1, arbitrary: fc.constant(166_666_666_666_666) },
    )
    .map(kobo),
  weakest: fc.option(fc.integer({ min: 1, max: 100 })),
  cap: fc.constantFrom(toKobo(1_000), toKobo(2_000), toKobo(50_000), toKobo(2_000_000), kobo(1e13)),
  committedDeduction: fc.constantFrom(0, 0, 0, 500, 850, 1_725),
});
type Merchant = typeof merchant extends fc.Arbitrary<infer Drawn> ? Drawn : never;

function factsOf(drawn: Merchant): MerchantFacts {
  const { tier, monthly, weakest, cap, committedDeduction } = drawn;
  const dataFrom = later(now, -day);
  const weakestRuns =
    weakest === null ? null : [1, 2, 3, 4, 5, 6].map(() => kobo(Math.floor((monthly * weakest) / 100)));
  return {
    now,
    connectionStatus: "ACTIVE",
    kyc: { status: "APPROVED", decidedAt: dataFrom },
    score: {
      tier,
      maxLendingCap: cap,
      capReason: null,
      assumedMonthlySales: monthly,
      weakestRuns,
      salesUntil: null,
      dataFrom,
    },
    scoringPending: false,
    own: nothingOwed,
    others: { here: nothingOwed, elsewhere: nothingOwed },
    committedDeduction,
  };
}

/** The terms that a request for this gets, with the days of its instalments counted from disbursement. */
function granted(facts: MerchantFacts, products: readonly LenderProduct[], naira: number) {
  const request = { principal: toKobo(naira), tenorDays: 0, createdAt: now, financingTimeframeDays: 7 };
  const decision = decide({ ...facts, request, products });
  if (decision.kind !== "fulfil") throw new Error(`${naira} was offered and is not lent.`);
  const terms = termsOf(request.principal, decision.product, decision.sales, today);
  const dayOf = (date: string) => (Date.parse(date) - Date.parse(today)) / day;
  return { terms, due: terms.schedule.map(({ dueDate, amount }) => ({ day: dayOf(dueDate), amount })) };
}

test("whatever is offered, even sales repay it as agreed: never past due, and done by the due date", () => {
  let lived = 0;
  fc.assert(
    fc.property(
      merchant,
      fc.constantFrom(0, 0.01, 0.3, 0.7, 1),
      fc.integer({ min: 1, max: 30 }),
      (drawn, share, sales) => {
        const facts = factsOf(drawn);
        const products = productsOf(drawn);
        for (const option of fundingOptionsOf(facts, products, null).options) {
          if (option.maximum === 0) continue;
          const amount = Math.floor(1_000 + share * (option.maximum - 1_000));
          const onTenor = products.filter(({ tenorDays }) => tenorDays === option.tenorDays);
          const { terms, due } = granted(facts, onTenor, amount);
          // Nobody sells for less than ten naira.
          const each = Math.max(1, Math.min(sales, Math.floor(drawn.monthly / 30 / 1_000)));
          const { deductionBasisPoints: basisPoints } = terms;
          const { late, paidOn } = liveEvenly({ due, basisPoints, monthlySales: drawn.monthly, sales: each });
          expect(late).toBeNull();
          expect(paidOn).toBeLessThanOrEqual(option.tenorDays);
          expect(terms.dueDate).toBe(addDays(today, option.tenorDays));
          expect(basisPoints + drawn.committedDeduction).toBeLessThanOrEqual(3_000);
          lived++;
        }
      },
    ),
  );
  expect(lived).toBeGreaterThan(100);
});

test("the simulation notices a percentage that is too low", () => {
  const due = [30, 60, 90].map((at) => ({ day: at, amount: 100_000 }));
  const even = { due, monthlySales: 1_000_000, sales: 4 };
  expect(liveEvenly({ ...even, basisPoints: 1_000 })).toEqual({ late: 30, paidOn: null });
  expect(liveEvenly({ ...even, basisPoints: 1_050 })).toEqual({ late: null, paidOn: 86 });
});
