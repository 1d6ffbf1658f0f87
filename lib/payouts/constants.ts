/** How long a payout is held for its account to be checked, before the loan is cancelled. */
export const heldPayoutDays = 14;
