import { recordAudit } from "@/lib/audit/record-audit";
import { recordEvent } from "@/lib/webhooks/outbound/record-event";
import { actOnLoan, type LoanCall } from "./act-on-loan";
import { toLoanReference } from "./milestone-payloads";
import { saveLoan } from "./save-loan";
import type { CancelReason } from "./states";

/**
 * Cancels an offer that has not been paid out. A cancelled one keeps its first reason, and anything deducted for it is
 * still owed to the merchant.
 * @throws CodedError NOT_FOUND, LOAN_STATE_CONFLICT, TEST_KEY_REQUIRED
 */
export async function cancelLoan(call: LoanCall & { input: { reason: CancelReason } }): Promise<void> {
  const { actor, input, now } = call;
  const { tenant } = actor;
  await actOnLoan(call, "cancel", async (loan) => {
    await saveLoan(loan, { status: "CANCELLED", cancelledAt: now, cancelReason: input.reason }, now);
    await recordEvent({
      tenant,
      merchantId: loan.merchantId,
      type: "loan.cancelled",
      payload: { ...toLoanReference(loan, "CANCELLED"), reason: input.reason, cancelled_at: now.toISOString() },
      now,
    });
    await recordAudit({ actor, action: "loan.cancel", detail: { reason: input.reason }, subjectId: loan.id, now });
  });
}
