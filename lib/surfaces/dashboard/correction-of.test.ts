import { describe, expect, test } from "vitest";
import { correctSettlementBody } from "@/lib/lending/reconciliation/settlements/list-schema";
import { correctionOf } from "./correction-of";
import { correctionTyped } from "./schema";

const typed = { grossAmount: "100,000", totalDeductions: "1,500.5", netAmount: "98499.50", reason: " A slip. " };
const read = (change = {}) => correctSettlementBody.parse(correctionOf(correctionTyped.parse({ ...typed, ...change })));

describe("a correction as staff type it", () => {
  test("is amounts with or without commas, and why", () => {
    expect(read()).toEqual({ grossAmount: 100_000, totalDeductions: 1_500.5, netAmount: 98_499.5, reason: "A slip." });
  });

  test("leaves out figures that have not been reported yet", () => {
    expect(read({ grossAmount: "", totalDeductions: "" })).toEqual({ netAmount: 98_499.5, reason: "A slip." });
  });

  test.each([
    ["D-1\n D-2 \n\n", ["D-1", "D-2"]],
    [" \n", null],
    ["", null],
  ])("names deductions one a line: %j", (deductionReferences, names) => {
    expect(read({ deductionReferences })).toMatchObject({ deductionReferences: names });
  });

  test.each(["", "1.234", "ten", "-5", "1e5", ",5", "99999999999999"])("takes no %j for an amount", (netAmount) => {
    const { success } = correctionTyped.safeParse({ ...typed, netAmount });
    expect(success).toBe(false);
  });

  test("does not name a deduction twice", () => {
    expect(() => read({ deductionReferences: "D-1\nD-1" })).toThrow(/Must not name a deduction twice/);
  });
});
