/** How long a held payout waits for an operator before its loan is cancelled. */
export const heldPayoutDays = 14;

/**
 * What a payout that is under way waits for: the provider, money in the lender's account there, a code, an operator, what
 * its marketplace has deducted and not remitted, or, by hand, that the lender's bank has carried out the batch it is in.
 */
export const payoutWaits = ["PROVIDER", "BALANCE", "OTP", "PERSON", "REMITTANCE", "BATCH"] as const;
export type PayoutWait = (typeof payoutWaits)[number];

/** How long a payout that arrived is asked about daily: its provider may still take it back. */
export const reversalDays = 14;

/** Why collection is paused once a loan's payout has come back, as marketplaces are told. */
export const payoutReversed = "PAYOUT_REVERSED";

/** Why one was refused: because of the account, so that another is needed, or for another reason. */
export const payoutFailures = ["ACCOUNT", "OTHER"] as const;
export type PayoutFailure = (typeof payoutFailures)[number];

/** What a lender's provider cannot do at a bank. */
export type BankLimit = "NOT_PAID" | "NOT_DEBITED";

/** Where a merchant chooses a bank, what to do about it, too. */
export const bankLimitTexts: Record<BankLimit, string> = {
  NOT_PAID: "The lender cannot send money to this bank: choose another",
  NOT_DEBITED: "You cannot agree to direct debit at this bank, which the loan needs: choose another",
};
