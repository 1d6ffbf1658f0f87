import { describe, expect, test } from "vitest";
import { kobo, plus, toKobo, zero } from "@/lib/kernel/money";
import { minimumAmount, tenors } from "@/lib/terms/funding/constants";
import { anyProduct } from "@/test/factories/lender-product";
import { decided, good, scored } from "@/test/factories/merchant-facts";
import { fc } from "@/test/proof";
import { nothingOwed } from "./borrowers/standing";
import { fundingOptionsOf } from "./options";

const naira = (max: number) => fc.integer({ min: 0, max }).map(toKobo);
const owed = fc
  .oneof(
    { weight: 3, arbitrary: fc.constant(nothingOwed) },
    fc.record({ committed: naira(1_000_000), highestCap: naira(3_000_000), overdue: fc.boolean() }),
  )
  .map((some) => ({ ...nothingOwed, ...some }));
const factsOf = fc.record({
  cap: naira(3_000_000),
  committed: naira(1_000_000),
  sales: fc.integer({ min: 0, max: 80_000_000 }).map(kobo),
  weakest: fc.option(fc.integer({ min: 0, max: 80_000_000 }).map(kobo)),
  committedDeduction: fc.constantFrom(0, 0, 650, 1_725, 3_000),
  spoiled: fc.constantFrom({}, {}, {}, {}, { defaulted: true }),
  others: fc.record({ here: owed, elsewhere: owed }),
});
const productsOf = fc.array(
  fc.record({
    tenorDays: fc.constantFrom(...tenors),
    lowestDeductionBasisPoints: fc.integer({ min: 1, max: 1_500 }),
    highestDeductionBasisPoints: fc.integer({ min: 1_000, max: 3_500 }),
    rateBasisPoints: fc.integer({ min: 1, max: 600 }),
    minimumPrincipal: naira(200_000),
    room: naira(2_000_000),
  }),
  { minLength: 1, maxLength: 6 },
);

describe("agrees with the reconciler on the same facts", () => {
  const situation = fc.tuple(factsOf, productsOf).map(([drawn, lenders]) => {
    const { cap: maxLendingCap, committed, committedDeduction, others } = drawn;
    const weakestRuns = drawn.weakest === null ? null : [1, 2, 3, 4, 5, 6].map(() => drawn.weakest ?? zero);
    const score = scored({ maxLendingCap, assumedMonthlySales: drawn.sales, weakestRuns });
    return {
      facts: { ...good, score, committedDeduction, own: { ...nothingOwed, ...drawn.spoiled, committed }, others },
      products: lenders.map(({ room, ...lent }, i) =>
        anyProduct({ ...lent, lenderId: `lnd_${i}`, maximumPrincipal: plus(lent.minimumPrincipal, room) }),
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
          if (!option.available) expect(decision).toMatchObject({ kind: "reject", reason: option.reason });
        }
      }),
    );
  });

  test("the most is fulfilled; a naira more, a thousand more or any other amount above is not", () => {
    fc.assert(
      fc.property(situation, fc.integer({ min: 1, max: 1_000_000 }), ({ facts, products }, more) => {
        const { options, maximum, blocked } = fundingOptionsOf(facts, products, null);
        expect(blocked === null).toBe(maximum > 0);
        for (const option of options) {
          const kind = (amount: number) => decided(facts, products, option.tenorDays, amount).kind;
          expect(option.maximum).toBeLessThanOrEqual(maximum);
          if (option.maximum > 0) expect(kind(option.maximum)).toBe("fulfil");
          if (option.maximum > 0) expect(kind(option.maximum + 1)).toBe("reject");
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
