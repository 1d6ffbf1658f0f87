/** States of a loan as the outside sees them. An APPROVED loan is an offer the merchant has yet to accept. */
export const loanStatuses = ["APPROVED", "ACTIVE", "REPAID", "DEFAULTED", "WRITTEN_OFF", "CANCELLED"] as const;
export type LoanStatus = (typeof loanStatuses)[number];

/** Where a loan stands inside: between APPROVED and ACTIVE the offer is accepted, then the money is on its way. */
export const loanStates = [
  "APPROVED",
  "ACCEPTED",
  "DISBURSING",
  "ACTIVE",
  "REPAID",
  "DEFAULTED",
  "WRITTEN_OFF",
  "CANCELLED",
] as const;
export type LoanState = (typeof loanStates)[number];

/** What the outside is told of a state: until the money has arrived a loan is APPROVED (docs/lending.md#states). */
export function shownStatus(state: LoanState): LoanStatus {
  return state === "ACCEPTED" || state === "DISBURSING" ? "APPROVED" : state;
}

/** States before any money went out. */
const offerStates = ["APPROVED", "ACCEPTED", "DISBURSING"] as const satisfies readonly LoanState[];

/** States in which a deduction pays a debt that is on the books. */
export const owingStates = ["ACTIVE", "DEFAULTED"] as const satisfies readonly LoanState[];
export type OwingState = (typeof owingStates)[number];

/** Whether a loan in this state is an offer still. */
export function isOffer(state: LoanState): boolean {
  return offerStates.some((one) => one === state);
}

/** Whether deductions are to be made for a loan in this state. */
export function isCollected(state: LoanState): boolean {
  return owingStates.some((one) => one === state);
}

/** States in which a loan takes up room under the merchant's lending cap. */
export const openLoanStates = [...offerStates, ...owingStates] as const satisfies readonly LoanState[];

/** What changes while a loan runs, without changing its state. */
export const loanChangeKinds = ["PAUSE", "RESUME", "TERMS"] as const;
export type LoanChangeKind = (typeof loanChangeKinds)[number];

/** Why a loan was declared defaulted: too long overdue, which paying up mends, or somebody's decision, which it does not. */
export const defaultReasons = ["OVERDUE", "DECIDED"] as const;
export type DefaultReason = (typeof defaultReasons)[number];

/** Why an offer ended. */
export const cancelReasons = ["DECLINED", "EXPIRED", "CANCELLED"] as const;
export type CancelReason = (typeof cancelReasons)[number];

/** A transfer of money to a merchant: the loan itself, or what was deducted beyond it. */
export const payoutPurposes = ["DISBURSEMENT", "REFUND"] as const;

export const payoutStatuses = ["PENDING", "CONFIRMED", "FAILED"] as const;

export const mandateStatuses = ["PENDING", "ACTIVE", "CANCELLED"] as const;
export type MandateStatus = (typeof mandateStatuses)[number];
