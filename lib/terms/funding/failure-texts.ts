import type { CapReason } from "@/lib/terms/scoring/constants";
import type { FailureReason } from "./constants";

/** What a merchant reads: sentences of its own, unlike the phrases and figures that staff are told. */
type Told = { why: string; remedy: string };

/** Why no amount is small enough, whatever the tier. */
export const capReasonTexts: Record<CapReason, Told> = {
  TOO_FEW_SALES: {
    why: "Your shop sells too little for a loan at the moment.",
    remedy: "With more sales there is room: your marketplace sends us newer figures.",
  },
  EXTERNAL_DEBT: {
    why: "What you owe elsewhere takes up all that we could lend you.",
    remedy: "As you pay it back there is room: your marketplace sends us newer figures.",
  },
  INTERMITTENT_SALES: {
    why: "Your shop has had months in a row without sales, and after that we do not lend.",
    remedy: "With sales in every month there is room again: your marketplace sends us newer figures.",
  },
  LIMIT: {
    why: "Your marketplace or the lender has set a limit that leaves no room for a loan.",
    remedy: "Ask your marketplace about it.",
  },
};

export function turnedDownText(request: { failureReason: FailureReason | null; capReason: CapReason | null }): Told {
  const { failureReason, capReason } = request;
  return capReason ? capReasonTexts[capReason] : failureTexts[failureReason ?? "NO_LENDER_AVAILABLE"];
}

/** What each reason says, where no more is known of it. */
export const failureTexts: Record<FailureReason, Told> = {
  KYC_REJECTED: {
    why: "Your application was not approved, so we could not lend.",
    remedy: "If that can be put right, your marketplace can have it opened again.",
  },
  TIMEFRAME_EXPIRED: {
    why: "The time for this request ran out before it could be decided.",
    remedy: "You can ask again now.",
  },
  NO_CREDIT_SCORE: {
    why: "We have no sales figures from your shop.",
    remedy: "Your marketplace sends them. Ask again once it has.",
  },
  DEFAULTED_LOAN: {
    why: "An earlier loan has not been paid back.",
    remedy: "Once it is settled, you can ask again.",
  },
  OVERDUE_LOAN: {
    why: "A loan is more than a week behind its schedule.",
    remedy: "Once what is overdue has been paid, you can ask again.",
  },
  RISK_TIER_BLOCKED: {
    why: "What your marketplace reports about your shop does not support a loan at the moment.",
    remedy:
      "Steady sales with few refunds and cancellations help. A problem that your marketplace has with your account has to be settled with it first.",
  },
  SCORE_STALE: {
    why: "Our sales figures for your shop are too old to lend on.",
    remedy: "Your marketplace sends newer ones. Ask again once it has.",
  },
  ABOVE_LENDING_CAP: {
    why: "This is more than we can lend you right now.",
    remedy: "Ask for a smaller amount: you can do that at once.",
  },
  ABOVE_OWNER_EXPOSURE: {
    why: "Together with what your other businesses owe, this is more than we can lend you right now.",
    remedy: "Ask for a smaller amount, or once more has been paid back.",
  },
  ABOVE_REPAYMENT_CAPACITY: {
    why: "Your sales would not pay this much back in time.",
    remedy: "Ask for less, or take longer to pay back.",
  },
  NO_LENDER_AVAILABLE: {
    why: "No lender offers this amount for this length of time.",
    remedy: "Try another amount, or another length of time.",
  },
};
