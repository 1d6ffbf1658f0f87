import { describe, expect, test } from "vitest";
import { kobo, zero } from "@/lib/kernel/money";
import { loanStates } from "@/lib/terms/loans/states";
import { fc } from "@/test/proof";
import { isNearlyComplete, passMilestones, percentPaid } from "./milestones";

const change = {
  state: "ACTIVE",
  due: kobo(1_000),
  paidBefore: zero,
  paidAfter: zero,
  defaultReason: null,
  overdueAfter: zero,
} as const;

describe("passMilestones", () => {
  test.each([
    { from: 0, to: 900, is: ["ACTIVE", null] },
    { from: 0, to: 901, is: ["ACTIVE", "NEARLY_COMPLETE"] },
    { from: 900, to: 901, is: ["ACTIVE", "NEARLY_COMPLETE"] },
    { from: 901, to: 999, is: ["ACTIVE", null] },
    { from: 901, to: 1_000, is: ["REPAID", "COMPLETED"] },
    { from: 0, to: 1_000, is: ["REPAID", "COMPLETED"] },
    { from: 950, to: 900, is: ["ACTIVE", null] },
  ])("ACTIVE, paid $from → $to of 1,000: $is", ({ from, to, is }) => {
    const { state, milestones } = passMilestones({ ...change, paidBefore: kobo(from), paidAfter: kobo(to) });
    expect([state, milestones[0] ?? null]).toEqual(is);
  });

  test("a reversal reopens what was repaid, whatever the loan was before", () => {
    for (const defaultReason of [null, "OVERDUE", "DECIDED"] as const) {
      const reversed = {
        ...change,
        state: "REPAID",
        paidBefore: kobo(1_000),
        paidAfter: kobo(999),
        defaultReason,
      } as const;
      expect(passMilestones(reversed)).toEqual({ state: "ACTIVE", milestones: ["REOPENED"] });
    }
  });

  test("a reversal of the excess leaves it repaid", () => {
    expect(passMilestones({ ...change, state: "REPAID", paidBefore: kobo(1_000), paidAfter: kobo(1_000) })).toEqual({
      state: "REPAID",
      milestones: [],
    });
  });

  test("paying all arrears cures a default by age, and no other", () => {
    const paid = { ...change, state: "DEFAULTED", paidAfter: kobo(500) } as const;
    expect(passMilestones({ ...paid, defaultReason: "OVERDUE" })).toEqual({ state: "ACTIVE", milestones: ["CURED"] });
    expect(passMilestones({ ...paid, defaultReason: "OVERDUE", overdueAfter: kobo(1) }).state).toBe("DEFAULTED");
    expect(passMilestones({ ...paid, defaultReason: "DECIDED" }).state).toBe("DEFAULTED");
    expect(passMilestones({ ...paid, defaultReason: "OVERDUE", paidBefore: kobo(600) }).state).toBe("DEFAULTED");
    expect(passMilestones({ ...paid, defaultReason: "OVERDUE", paidAfter: kobo(950) }).milestones).toEqual([
      "CURED",
      "NEARLY_COMPLETE",
    ]);
    expect(passMilestones({ ...paid, defaultReason: "DECIDED", paidAfter: kobo(1_000) })).toEqual({
      state: "REPAID",
      milestones: ["COMPLETED"],
    });
  });

  test("money changes no state in which there is no debt to pay", () => {
    for (const state of loanStates.filter((one) => !["ACTIVE", "DEFAULTED", "REPAID"].includes(one))) {
      expect(passMilestones({ ...change, state, paidAfter: kobo(1_000) })).toEqual({ state, milestones: [] });
    }
  });

  test("nearly complete is said once a crossing, in any sequence of payments and reversals", () => {
    const walk = fc.record({
      due: fc.integer({ min: 1, max: 10_000 }).map(kobo),
      steps: fc.array(fc.nat(1_000), { maxLength: 30 }),
    });
    fc.assert(
      fc.property(walk, ({ due, steps }) => {
        let state: "ACTIVE" | "REPAID" = "ACTIVE";
        let paid = zero;
        let below = true;
        for (const step of steps) {
          const next = kobo(Math.round((due * step) / 1_000));
          const outcome = passMilestones({ ...change, state, due, paidBefore: paid, paidAfter: next });
          const above = next * 10 > due * 9;
          const completes = state === "ACTIVE" && next === due;
          const expected = below && above && !completes;
          expect(outcome.milestones.includes("NEARLY_COMPLETE")).toBe(expected);
          below = !above;
          paid = next;
          state = outcome.state === "REPAID" ? "REPAID" : "ACTIVE";
          expect(state).toBe(next === due ? "REPAID" : "ACTIVE");
        }
      }),
    );
  });

  test("90 percent and percentPaid agree at any amount", () => {
    const amounts = fc
      .integer({ min: 1, max: 2e14 })
      .chain((due) => fc.tuple(fc.constant(kobo(due)), fc.integer({ min: 0, max: due }).map(kobo)));
    fc.assert(
      fc.property(amounts, ([due, paid]) => {
        expect(isNearlyComplete(paid, due)).toBe(BigInt(paid) * 10n > BigInt(due) * 9n);
        expect(BigInt(Math.round(percentPaid(paid, due) * 100))).toBe((BigInt(paid) * 10_000n) / BigInt(due));
        expect(percentPaid(paid, due) === 100).toBe(paid === due);
      }),
    );
  });
});
