/** Public loan states. An APPROVED loan is an offer the merchant has yet to accept. */
export const loanStatuses = ["APPROVED", "ACTIVE", "REPAID", "DEFAULTED", "WRITTEN_OFF", "CANCELLED"] as const;
export type LoanStatus = (typeof loanStatuses)[number];

/** Between APPROVED and ACTIVE the offer is accepted, then the payout is under way, or held for an operator. */
export const loanStates = [
  "APPROVED",
  "ACCEPTED",
  "PAYOUT_HELD",
  "DISBURSING",
  "ACTIVE",
  "REPAID",
  "DEFAULTED",
  "WRITTEN_OFF",
  "CANCELLED",
] as const;
export type LoanState = (typeof loanStates)[number];

/** The public state: APPROVED until the money has arrived (docs/lending.md#states). */
export function shownStatus(state: LoanState): LoanStatus {
  switch (state) {
    case "ACCEPTED":
    case "PAYOUT_HELD":
    case "DISBURSING":
      return "APPROVED";
    default:
      return state;
  }
}

/** How a loan that was paid out ended: repaid as agreed, or in time without interest; or its money came back. */
export const closures = ["REPAID", "COOLING_OFF", "NEVER_PAID_OUT"] as const;
export type Closure = (typeof closures)[number];

export function closureOf(loan: {
  status: LoanState;
  cooledOffAt: Date | null;
  cancelReason: CancelReason | null;
}): Closure | null {
  if (loan.status === "CANCELLED" && loan.cancelReason === "NEVER_PAID_OUT") return "NEVER_PAID_OUT";
  if (loan.status !== "REPAID") return null;
  return loan.cooledOffAt ? "COOLING_OFF" : "REPAID";
}

export const offerStates = [
  "APPROVED",
  "ACCEPTED",
  "PAYOUT_HELD",
  "DISBURSING",
] as const satisfies readonly LoanState[];

/** States in which a deduction repays a booked debt. */
export const owingStates = ["ACTIVE", "DEFAULTED"] as const satisfies readonly LoanState[];
export type OwingState = (typeof owingStates)[number];

/** States in which the merchant may pay from its account: after a write-off it is a recovery. */
export const payableStates = [...owingStates, "WRITTEN_OFF"] as const satisfies readonly LoanState[];

export function isPayable(state: LoanState): boolean {
  return payableStates.some((one) => one === state);
}

export function isOffer(state: LoanState): boolean {
  return offerStates.some((one) => one === state);
}

/** Whether deductions are made for a loan in this state. */
export function isCollected(state: LoanState): boolean {
  return owingStates.some((one) => one === state);
}

/** Also as recovery after a write-off, which is the lender's choice. What is left to take is another question. */
export function isDeducted({ status, recoversFromSales }: { status: LoanState; recoversFromSales: boolean }): boolean {
  return isCollected(status) || (status === "WRITTEN_OFF" && recoversFromSales);
}

/** States in which a loan counts towards the merchant's cap. */
export const openLoanStates = [...offerStates, ...owingStates] as const satisfies readonly LoanState[];

export function isOpen(state: LoanState): boolean {
  return openLoanStates.some((one) => one === state);
}

/** Changes to a running loan that leave its state alone. PLAN: docs/servicing.md#workout-plan. */
export const loanChangeKinds = ["PAUSE", "RESUME", "TERMS", "PLAN"] as const;
export type LoanChangeKind = (typeof loanChangeKinds)[number];

/** By the merchant; or by later terms (REPLACED), or by the end of the loan before it answered (EXPIRED). */
export const proposalDecisions = ["ACCEPTED", "DECLINED", "REPLACED", "EXPIRED"] as const;
export type ProposalDecision = (typeof proposalDecisions)[number];

/** Why a loan defaulted: arrears that got too old, which paying them cures, or a decision, which it does not. */
export const defaultReasons = ["OVERDUE", "DECIDED"] as const;
export type DefaultReason = (typeof defaultReasons)[number];

/**
 * UNDERWRITING_CHANGED: deciding again refused it (docs/lending.md#deciding-again). PAYOUT_NOT_RELEASED: no operator let
 * its held payout go in time. DISCONNECTED: the merchant is no longer connected to its marketplace.
 * NEVER_PAID_OUT: the money of a loan that was out came back.
 */
export const cancelReasons = [
  "DECLINED",
  "EXPIRED",
  "CANCELLED",
  "UNDERWRITING_CHANGED",
  "PAYOUT_NOT_RELEASED",
  "DISCONNECTED",
  "NEVER_PAID_OUT",
] as const;
export type CancelReason = (typeof cancelReasons)[number];

/** Why an offer ends, whose money has not gone out. */
export const offerEndings = cancelReasons.filter((reason) => reason !== "NEVER_PAID_OUT");

/** A transfer to a merchant: the loan itself, or the refund of an overpayment. */
export const payoutPurposes = ["DISBURSEMENT", "REFUND"] as const;
export type PayoutPurpose = (typeof payoutPurposes)[number];

/** HELD: for an operator, then PENDING or REFUSED. FAILED: by the bank. CANCELLED: ended before it was asked. */
export const payoutStatuses = ["HELD", "PENDING", "CONFIRMED", "FAILED", "REFUSED", "CANCELLED"] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

export const mandateStatuses = ["PENDING", "ACTIVE", "CANCELLED"] as const;
export type MandateStatus = (typeof mandateStatuses)[number];

/** Why a mandate ended: its holder ended it at the bank, its loan ended, or the loan's money goes to another account. */
export type MandateCancelCause = "HOLDER" | "LOAN_ENDED" | "OTHER_ACCOUNT";
