import { expect, test } from "vitest";
import { kobo, toKobo } from "@/lib/kernel/money";
import { anyProduct } from "@/test/factories/lender-product";
import { cheapestFirst, chooseLender } from "./choose-lender";

const sales = { assumedMonthlySales: toKobo(1e6), weakestRuns: null };
const amount = toKobo(100_000);
const chosen = (...products: Parameters<typeof chooseLender>[0]) =>
  chooseLender(products, amount, sales, 3_000)?.lenderId ?? null;

const usual = anyProduct({ lenderId: "lnd_5" });

test("the lowest interest for this amount, not the lowest rate", () => {
  const dear = anyProduct({ lenderId: "lnd_6", rateBasisPoints: 171 });
  expect(chosen(dear, usual)).toBe("lnd_5");
  expect(chosen(usual, dear)).toBe("lnd_5");
  // 100,000 at 2 percent with 12 percent of sales is back in 30 days; at 1.7 percent with 6 percent it takes 52.
  const quick = anyProduct({ lenderId: "lnd_7", lowestDeductionBasisPoints: 1_200, rateBasisPoints: 200 });
  expect(chosen(usual, quick)).toBe("lnd_7");
  expect(cheapestFirst([usual, dear, quick], amount, sales).map(({ lenderId }) => lenderId)).toEqual([
    "lnd_7",
    "lnd_5",
    "lnd_6",
  ]);
});

test("of equals the one that joined first", () => {
  const senior = anyProduct({ lenderId: "lnd_4" });
  expect(chosen(usual, senior)).toBe("lnd_4");
  expect(chosen(senior, usual)).toBe("lnd_4");
});

test("only one that lends the amount, and whose percentages bring it back", () => {
  const cheap = { lenderId: "lnd_1", rateBasisPoints: 10 };
  expect(chosen(usual, anyProduct({ ...cheap, maximumPrincipal: kobo(amount - 1) }))).toBe("lnd_5");
  expect(chosen(usual, anyProduct({ ...cheap, minimumPrincipal: kobo(amount + 1) }))).toBe("lnd_5");
  expect(chosen(usual, anyProduct({ ...cheap, minimumPrincipal: amount, maximumPrincipal: amount }))).toBe("lnd_1");
  expect(
    chosen(usual, anyProduct({ ...cheap, lowestDeductionBasisPoints: 100, highestDeductionBasisPoints: 400 })),
  ).toBe("lnd_5");
  expect(chooseLender([usual], amount, sales, 550)).toBeNull();
  expect(chosen()).toBeNull();
});
