import { eq, inArray, isNull } from "drizzle-orm";
import { db } from "@/db/client";
import { payouts } from "@/db/schema/loans";
import { inTenant } from "@/db/tenancy";
import type { Call } from "@/lib/kernel/call";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { recordEvent } from "@/lib/platform/messages/webhooks/record-event";
import type { CancelReason } from "@/lib/terms/loans/states";
import { actOnLoan, type LoanCall } from "./act-on-loan";
import { cancelMandate } from "./cancel-mandate";
import type { LoanRecord } from "./load-loans";
import { toLoanReference } from "./milestone-payloads";
import { saveLoan } from "./save-loan";
import type { StateFor } from "./transitions";

/** One cancelled already keeps its first reason. `cause`: what only the audit log is told. */
export async function cancelLoan(call: LoanCall & { input: { reason: CancelReason; cause?: string } }): Promise<void> {
  const { actor, input, now } = call;
  await actOnLoan(call, "cancel", (loan) => endOffer({ actor, loan, ...input, now }));
}

/** With its row locked; with it end its mandate and a payout that the bank has not been asked for. */
export async function endOffer(
  call: Call<{ loan: LoanRecord & { status: StateFor<"withdraw"> }; reason: CancelReason; cause?: string }>,
): Promise<void> {
  const { actor, loan, reason, cause, now } = call;
  const { tenant } = actor;
  const unasked = [eq(payouts.loanId, loan.id), inArray(payouts.status, ["HELD", "PENDING"]), isNull(payouts.askedAt)];
  await db()
    .update(payouts)
    .set({ status: "CANCELLED", finishedAt: now, dueAt: null, leasedUntil: null })
    .where(inTenant(payouts, tenant, ...unasked));
  await cancelMandate({ actor, loan, cause: "LOAN_ENDED", now });
  const ended = { status: "CANCELLED", cancelledAt: now, cancelReason: reason, payoutHeldUntil: null } as const;
  await saveLoan(loan, ended, now);
  await recordEvent({
    tenant,
    merchantId: loan.merchantId,
    type: "loan.cancelled",
    payload: { ...toLoanReference(loan, "CANCELLED"), reason, cancelled_at: now.toISOString() },
    now,
  });
  const detail = cause === undefined ? { reason } : { reason, cause };
  await recordAudit({ actor, action: "loan.cancel", detail, subjectId: loan.id, now });
}
