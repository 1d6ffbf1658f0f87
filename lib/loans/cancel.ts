import { transaction } from "@/db/client";
import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record";
import { recordEvent } from "@/lib/webhooks/outbound/record-event";
import { refuseMarketplace, requireState } from "./actions";
import { lockLoan } from "./load";
import { toLoanReference } from "./progress-payloads";
import { saveLoan } from "./save";
import type { CancelReason } from "./states";

/**
 * Ends an offer whose money has not gone out: the merchant declined it, it expired, or it is taken back. One that was
 * cancelled before stays as it is, with its first reason. What was deducted for it stays owed to the merchant.
 * @throws CodedError NOT_FOUND, LOAN_STATE_CONFLICT, TEST_KEY_REQUIRED
 */
export async function cancelLoan(call: {
  actor: Actor;
  loanId: string;
  input: { reason: CancelReason };
  now: Date;
}): Promise<void> {
  const { actor, loanId, input, now } = call;
  const { tenant } = actor;
  refuseMarketplace(actor);
  await transaction(async () => {
    const loan = await lockLoan(tenant, loanId);
    if (loan.status === "CANCELLED") return;
    requireState(loan, "cancel");
    await saveLoan(loan, { status: "CANCELLED", cancelledAt: now, cancelReason: input.reason }, now);
    await recordEvent({
      tenant,
      merchantId: loan.merchantId,
      type: "loan.cancelled",
      payload: { ...toLoanReference(loan, "CANCELLED"), reason: input.reason, cancelled_at: now.toISOString() },
      now,
    });
    await recordAudit({ actor, action: `loan.cancel ${input.reason}`, subjectId: loan.id, now });
  });
}
