import type { LoanState } from "@/lib/terms/loans/states";

/** What collectors do to a loan; the rest is the treasury's. */
export const collectorActs = [
  "pause",
  "resume",
  "change-terms",
  "plan",
  "default",
  "take-back-default",
  "write-off",
  "recover",
  "cancel",
] as const;
export type CollectorAct = (typeof collectorActs)[number];

/** What can be tried with a loan as it stands. The verb judges; this only spares what it would refuse in any case. */
export function actsFor({ state, paused }: { state: LoanState; paused: boolean }): CollectorAct[] {
  const collecting = paused ? (["resume", "change-terms"] as const) : (["pause", "change-terms", "plan"] as const);
  if (state === "ACTIVE") return [...collecting, "default"];
  if (state === "DEFAULTED") return [...collecting, "take-back-default", "write-off"];
  if (state === "WRITTEN_OFF") return ["recover"];
  return state === "APPROVED" || state === "ACCEPTED" || state === "PAYOUT_HELD" ? ["cancel"] : [];
}
