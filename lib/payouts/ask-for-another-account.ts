import { day, later, latest } from "@/lib/calendar";
import type { LoanRecord } from "@/lib/loans/load-loans";
import { saveLoan } from "@/lib/loans/save-loan";
import type { BusinessTime } from "@/lib/time";

/** How long a merchant has for another account when the first was refused, regardless of the offer's age. */
const anotherAccountWithin = 7 * day;

/** Takes a loan whose payout was refused, by the bank or by an operator, back to the choice of an account. */
export async function askForAnotherAccount(loan: LoanRecord, now: BusinessTime): Promise<void> {
  const offerExpiresAt = latest(loan.offerExpiresAt, later(now, anotherAccountWithin));
  const change = { status: "ACCEPTED", payoutAccountId: null, payoutHeldUntil: null, offerExpiresAt } as const;
  await saveLoan(loan, change, now);
}
