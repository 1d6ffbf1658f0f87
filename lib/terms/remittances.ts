import { greatest, type Kobo, shareOf, toKobo } from "@/lib/kernel/money";

/** What a marketplace deducted and no settlement names is due so many days after the deduction. */
export const remitWithinDays = 7;

/** A settlement makes it due later than that, but no later than so many days after the deduction. */
export const remitAtLatestDays = 31;

/** So many bank days after it was due, what has not arrived is told as a break. */
export const lateAfterBankDays = 3;

/** RECEIVED: all that was due that day. DUE: may still come. RECEIVED_LESS, NOT_RECEIVED: should have come. */
export const remittanceStates = ["DUE", "RECEIVED", "RECEIVED_LESS", "NOT_RECEIVED"] as const;
export type RemittanceState = (typeof remittanceStates)[number];

/** UNKNOWN_RECEIPT: money that nothing reported explains. */
export const remittanceBreakTypes = ["RECEIVED_LESS", "NOT_RECEIVED", "UNKNOWN_RECEIPT"] as const;
export type RemittanceBreakType = (typeof remittanceBreakTypes)[number];

/** Who says that money came: a line of the lender's bank statement, or two operators who have seen one. */
export const receiptSources = ["STATEMENT", "OPERATORS"] as const;

/** Of what a lender has out at a marketplace, in hundredths of a percent; and at least so much. */
const usualShare = 1_000;
const usualLeast = toKobo(1_000_000);

/** How much may be unremitted before a lender's offers and payouts stop there, unless it set another limit. */
export function usualUnremitted(exposure: Kobo): Kobo {
  return greatest(usualLeast, shareOf(exposure, usualShare));
}
