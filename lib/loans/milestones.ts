import type { Kobo } from "@/lib/money";
import type { DefaultReason, LoanState } from "./states";

/** Something worth telling that follows from a loan's money. */
export type Milestone = "COMPLETED" | "REOPENED" | "CURED" | "NEARLY_COMPLETE";

/** What a change of money leads to: perhaps another state, and the milestones it passes, in the order to tell them. */
export type MilestoneOutcome = { state: LoanState; milestones: readonly Milestone[] };

/**
 * What follows when what is paid of `due` goes from one amount to another (docs/lending.md#completion). Completing
 * says only that; nearly complete is said when the line is crossed upwards, so again only after a reversal took it back
 * below. Paying all that is overdue cures a default that came of being overdue.
 */
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
  const mendable = state === "DEFAULTED" && change.defaultReason === "OVERDUE" && change.overdueAfter === 0;
  if (mendable && paidAfter > paidBefore) return { state: "ACTIVE", milestones: ["CURED", ...nearly] };
  return { state, milestones: nearly };
}

/** More than 90 percent is paid. */
export function isNearlyComplete(paid: Kobo, due: Kobo): boolean {
  return (due - paid) * 10 < due;
}

/** How much is paid, in percent with two decimals, cut off: it says 100 only when everything is. */
export function percentPaid(paid: Kobo, due: Kobo): number {
  return due === 0 ? 0 : Number((BigInt(paid) * 10_000n) / BigInt(due)) / 100;
}
