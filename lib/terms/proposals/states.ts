/** What operators give away by two, by the name that is stored (docs/proposals.md#kinds). */
export const proposalKinds = [
  "LOAN_WRITE_OFF",
  "LOAN_RECOVERY",
  "LOAN_TERMS",
  "LOAN_PLAN",
  "LOAN_PAY_AGAIN",
  "LOAN_NEVER_PAID_OUT",
  "LOAN_CLOSE_ORDER",
  "LOAN_ACCOUNT_NAME",
  "LOAN_MANDATE",
  "BATCH_RECALL",
  "OPERATOR_ADD",
  "OPERATOR_ROLE",
  "LENDER_RAIL",
  "LENDER_RAIL_END",
  "LENDER_ACCOUNT",
  "LENDER_ACCOUNT_END",
  "REMITTANCE_RECEIVED",
  "STATEMENT_IMPORT",
  "STATEMENT_LINE_BOOK",
  "STATEMENT_LINE_DISMISS",
  "STATEMENT_LINES_DISMISS",
  "KYC_APPROVE",
  "KYC_REJECT",
  "KYC_REOPEN",
] as const;
export type ProposalKindName = (typeof proposalKinds)[number];

/** REPLACED by a later one of its kind about the same; CLEARED because what it rested on had changed. */
export const proposalDecisions = ["APPROVED", "REJECTED", "REPLACED", "CLEARED"] as const;
export type ProposalDecision = (typeof proposalDecisions)[number];

/** EXPIRED: nobody decided in time. */
export const proposalStatuses = ["OPEN", ...proposalDecisions, "EXPIRED"] as const;
