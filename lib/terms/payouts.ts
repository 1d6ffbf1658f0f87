/** How long a held payout waits for an operator before its loan is cancelled. */
export const heldPayoutDays = 14;

/** What a payout that is under way waits for: the provider, money in the lender's account there, a code, or an operator. */
export const payoutWaits = ["PROVIDER", "BALANCE", "OTP", "PERSON"] as const;
export type PayoutWait = (typeof payoutWaits)[number];

/** How long a payout that arrived is asked about daily: its provider may still take it back. */
export const reversalDays = 14;

/** Why collection is paused once a loan's payout has come back, as marketplaces are told. */
export const payoutReversed = "PAYOUT_REVERSED";

/** Why one was refused: because of the account, so that another is needed, or for another reason. */
export const payoutFailures = ["ACCOUNT", "OTHER"] as const;
export type PayoutFailure = (typeof payoutFailures)[number];
