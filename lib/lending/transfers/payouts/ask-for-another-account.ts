import { day, later, latest } from "@/lib/kernel/calendar";
import type { Call } from "@/lib/kernel/call";
import { reachOfRow } from "@/lib/kernel/reach";
import { endOffer } from "@/lib/loans/loans/cancel-loan";
import type { LoanRecord } from "@/lib/loans/loans/load-loans";
import { saveLoan } from "@/lib/loans/loans/save-loan";
import { requireState } from "@/lib/loans/loans/transitions";
import { findMerchant } from "@/lib/merchants/merchants/queries";

/** How long a merchant has for another account when the first was refused, regardless of the offer's age. */
const anotherAccountWithin = 7 * day;

/** One of a merchant that was disconnected meanwhile ends. The loan's row must be locked. */
export async function askForAnotherAccount({ actor, loan, now }: Call<{ loan: LoanRecord }>): Promise<void> {
  const { connectionStatus } = await findMerchant(reachOfRow(loan), loan.merchantId, { lock: true });
  if (connectionStatus === "DISCONNECTED") {
    requireState(loan, "withdraw");
    return endOffer({ actor, loan, reason: "DISCONNECTED", now });
  }
  const offerExpiresAt = latest(loan.offerExpiresAt, later(now, anotherAccountWithin));
  const change = { status: "ACCEPTED", payoutAccountId: null, payoutHeldUntil: null, offerExpiresAt } as const;
  await saveLoan(loan, change, now);
}
