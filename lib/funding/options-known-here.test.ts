import { expect, test } from "vitest";
import { nothingOwed } from "@/lib/borrowers/standing";
import { kobo, toKobo } from "@/lib/money";
import { anyProduct } from "@/test/factories/lender-product";
import { good, scored } from "@/test/factories/merchant-facts";
import { fundingOptionsOf } from "./options";
import { optionsKnownHere } from "./options-known-here";

const facts = { ...good, score: scored({ assumedMonthlySales: kobo(1e12) }) };
const products = [anyProduct()];
const owingElsewhere = (change: object) => ({
  ...facts,
  others: { here: nothingOwed, elsewhere: { ...nothingOwed, ...change } },
});

test("no amount rests on what is owed at other marketplaces, and no lender stands for it in the reason", () => {
  const hidden = owingElsewhere({ committed: toKobo(150_000) });
  expect(fundingOptionsOf(hidden, products, null, 80_000).maximum).toBe(50_000);
  const shown = optionsKnownHere(hidden, products, null, 80_000);
  const without = optionsKnownHere(facts, products, null, 80_000);
  expect(without).toMatchObject({ maximum: 200_000, blocked: null, options: [{ available: true, maximum: 200_000 }] });
  expect({ ...shown, recommendedTenor: 90 }).toEqual({
    ...without,
    options: without.options.map((option) => ({
      ...option,
      available: false,
      reason: "NO_LENDER_AVAILABLE",
      recommended: false,
    })),
  });
  expect(optionsKnownHere(hidden, products, null, 50_000).options).toMatchObject([
    { available: true, maximum: 200_000 },
  ]);
});

test("where nothing can be lent, no amount is named", () => {
  for (const change of [{ defaulted: true }, { committed: toKobo(200_000) }]) {
    expect(optionsKnownHere(owingElsewhere(change), products, null, 80_000)).toMatchObject({
      maximum: 0,
      blocked: "NO_LENDER_AVAILABLE",
      options: [{ available: false, maximum: 0 }],
    });
  }
});
