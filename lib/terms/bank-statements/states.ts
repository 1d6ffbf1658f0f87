/**
 * What a line of a bank statement is; each is one thing. MATCHED: with an order of ours. FEE, DUTY: the bank's, by the
 * account's rules. PAID_TWICE: went out once more under one reference. REMITTANCE: what a marketplace sends of its
 * deductions. WAITS: for people, who have it BOOKED to a loan, or DISMISSED.
 */
export const lineStates = [
  "MATCHED",
  "FEE",
  "DUTY",
  "REMITTANCE",
  "PAID_TWICE",
  "WAITS",
  "BOOKED",
  "DISMISSED",
] as const;
export type LineState = (typeof lineStates)[number];

/** Why a line waits. */
export const lineWaits = [
  "NO_ORDER",
  "SEVERAL_ORDERS",
  "OTHER_AMOUNT",
  "OTHER_ACCOUNT",
  "NOT_SENT",
  "BEING_ASKED",
  "NOT_UNDER_WAY",
  "MATCHED_BEFORE",
  "REFERENCE_BOOKED",
  "CAME_BACK",
  "VALUED_LATER",
] as const;
export type LineWait = (typeof lineWaits)[number];

/** What an account's rules make of lines by their words. */
export const lineRules = ["FEE", "DUTY", "REVERSAL"] as const;

/** How a line that belongs to a loan is booked: a credit, or what an order of the loan's gave back. */
export const lineSources = ["DIRECT", "RECOVERY", "CAME_BACK"] as const;
