import { describe, expect, test } from "vitest";
import { kobo } from "@/lib/kernel/money";
import { fc } from "@/test/proof";
import { type SaleEntry, SharedSales } from "./shared-sales";

const entry = (loanId: string, sale: number, orderId: string | null = null, merchantId = "m"): SaleEntry => ({
  merchantId,
  loanId,
  orderId,
  sale: kobo(sale),
});

describe("what is taken beside an entry", () => {
  test("without orders: the n-th entry of each loan with an amount is about the n-th such sale", () => {
    const sales = new SharedSales([]);
    sales.take(entry("a", 100), kobo(10));
    expect(sales.takenBeside(entry("b", 100))).toBe(10);
    expect(sales.takenBeside(entry("a", 100))).toBe(0);
    sales.take(entry("a", 100), kobo(20));
    sales.take(entry("b", 100), kobo(1));
    expect(sales.takenBeside(entry("b", 100))).toBe(20);
    expect(sales.takenBeside(entry("c", 100))).toBe(11);
    expect(sales.takenBeside(entry("c", 101))).toBe(0);
    expect(sales.takenBeside(entry("c", 100, null, "n"))).toBe(0);
  });

  test("with an order: what other loans reported, and whatever the call took", () => {
    const reported = { merchantId: "m", orderId: "o" };
    const sales = new SharedSales([
      { ...reported, loanId: "a", amount: kobo(5) },
      { ...reported, loanId: "b", amount: kobo(7) },
      { ...reported, loanId: "a", orderId: "p", amount: kobo(100) },
    ]);
    expect(sales.takenBeside(entry("a", 100, "o"))).toBe(7);
    expect(sales.takenBeside(entry("c", 100, "o"))).toBe(12);
    expect(sales.takenBeside(entry("c", 100))).toBe(0);
    sales.take(entry("a", 100, "o"), kobo(3));
    expect(sales.takenBeside(entry("a", 100, "o"))).toBe(10);
    expect(sales.takenBeside(entry("c", 100, "o"))).toBe(15);
    expect(sales.takenBeside(entry("c", 100, "o", "n"))).toBe(0);
  });

  test("whatever the list: nothing that fits into half of each sale makes the total of an order exceed it", () => {
    const anyEntry = fc.record({
      loanId: fc.constantFrom("a", "b", "c"),
      orderId: fc.constantFrom("o", "p"),
      wanted: fc.nat(60),
    });
    fc.assert(
      fc.property(fc.array(anyEntry, { maxLength: 12 }), (entries) => {
        const sales = new SharedSales([]);
        const totals: Record<string, number> = {};
        for (const { loanId, orderId, wanted } of entries) {
          const one = entry(loanId, 100, orderId);
          const amount = Math.min(wanted, 50 - sales.takenBeside(one));
          sales.take(one, kobo(amount));
          totals[orderId] = (totals[orderId] ?? 0) + amount;
        }
        for (const total of Object.values(totals)) expect(total).toBeLessThanOrEqual(50);
      }),
    );
  });
});
