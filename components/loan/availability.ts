import type { FundingOptions } from "@/lib/lending/funding/schema";
import type { EmbedSession } from "@/lib/surfaces/journey/schema";
import { capReasonTexts, failureTexts } from "@/lib/terms/funding/failure-texts";

type Facts = Pick<EmbedSession, "scoring"> & {
  /** A loan or an offer takes up some of what can be had. */
  isBorrowing: boolean;
};
type Limits = Pick<FundingOptions, "minimum" | "maximum" | "blocked" | "capReason">;

/** `none`, and why; `waiting`: its figures are being scored; `unknown`: there are none yet. */
export type Availability = { state: "some" | "waiting" | "unknown" } | { state: "none"; why: string; remedy: string };

export function availabilityOf(
  { scoring, isBorrowing }: Facts,
  { minimum, maximum, blocked, capReason }: Limits,
): Availability {
  if (blocked === null && maximum >= minimum) return { state: "some" };
  if (scoring === "pending") return { state: "waiting" };
  if (scoring === "none") return { state: "unknown" };
  // Scored, but these limits are from before.
  if (blocked === "NO_CREDIT_SCORE") return { state: "waiting" };
  if (capReason) return { state: "none", ...capReasonTexts[capReason] };
  // Where even the minimum is too much, "ask for less" makes no sense.
  if (blocked === "ABOVE_OWNER_EXPOSURE") {
    return {
      state: "none",
      why: "Your other businesses owe as much as we can lend all of them together.",
      remedy: "As they pay back, there is room for more.",
    };
  }
  if (blocked !== null && blocked !== "ABOVE_LENDING_CAP" && blocked !== "ABOVE_REPAYMENT_CAPACITY") {
    return { state: "none", ...failureTexts[blocked] };
  }
  if (!isBorrowing) return { state: "none", ...failureTexts.RISK_TIER_BLOCKED };
  return {
    state: "none",
    why: "What you could get is taken up by the loan or offer you have.",
    remedy: "As you pay back, there is room for more.",
  };
}

export function estimateText(marketplace: string): string {
  return (
    `An estimate from your sales on ${marketplace}. Newer sales, other loans and what your application shows can change ` +
    "it. You choose the amount later; nothing is agreed yet."
  );
}
