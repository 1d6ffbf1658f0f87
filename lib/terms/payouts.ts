/** How long a held payout waits for an operator before its loan is cancelled. */
export const heldPayoutDays = 14;
