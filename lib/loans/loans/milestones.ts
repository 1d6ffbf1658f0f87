import type { Kobo } from "@/lib/kernel/money";
import type { DefaultReason, LoanState } from "@/lib/terms/loans/states";

export type Milestone = "COMPLETED" | "REOPENED" | "CURED" | "NEARLY_COMPLETE";

/** The resulting state, and the milestones reached in sending order. */
export type MilestoneOutcome = { state: LoanState; milestones: readonly Milestone[] };

/** docs/servicing.md#completion. NEARLY_COMPLETE comes each time it is crossed upwards; paid arrears cure a default. */
export function passMilestones(change: {
  state: LoanState;
  due: Kobo;
  paidBefore: Kobo;
  paidAfter: Kobo;
  defaultReason: DefaultReason | null;
  overdueAfter: Kobo;
}): MilestoneOutcome {
  const { state, due, paidBefore, paidAfter } = change;
  if (state === "REPAID") {
    return paidAfter < due ? { state: "ACTIVE", milestones: ["REOPENED"] } : { state, milestones: [] };
  }
  if (state !== "ACTIVE" && state !== "DEFAULTED") return { state, milestones: [] };
  if (paidAfter === due) return { state: "REPAID", milestones: ["COMPLETED"] };
  const crossed = !isNearlyComplete(paidBefore, due) && isNearlyComplete(paidAfter, due);
  const nearly: Milestone[] = crossed ? ["NEARLY_COMPLETE"] : [];
  const curable = state === "DEFAULTED" && change.defaultReason === "OVERDUE" && change.overdueAfter === 0;
  if (curable && paidAfter > paidBefore) return { state: "ACTIVE", milestones: ["CURED", ...nearly] };
  return { state, milestones: nearly };
}

export function isNearlyComplete(paid: Kobo, due: Kobo): boolean {
  return (due - paid) * 10 < due;
}

/** Percent paid with two decimals, rounded down: 100 only when everything is paid. */
export function percentPaid(paid: Kobo, due: Kobo): number {
  return due === 0 ? 0 : Number((BigInt(paid) * 10_000n) / BigInt(due)) / 100;
}
