import { recordAudit } from "@/lib/audit/record-audit";
import { collectionIn } from "@/lib/collection/read-collection";
import { outstanding, totalDue } from "@/lib/ledger/balances";
import { actOnLoan, type LoanCall } from "@/lib/loans/act-on-loan";
import { toDefaultedPayload } from "@/lib/loans/lifecycle-payloads";
import { bookOf, pausesOf } from "@/lib/loans/load-loans";
import { delinquencyIn } from "@/lib/loans/performance";
import { saveLoan } from "@/lib/loans/save-loan";
import type { DefaultReason } from "@/lib/loans/states";
import { recordEvent } from "@/lib/webhooks/outbound/record-event";

/**
 * Declares a loan defaulted. One already in default keeps its first reason.
 * @throws CodedError NOT_FOUND, LOAN_STATE_CONFLICT, TEST_KEY_REQUIRED
 */
export async function defaultLoan(call: LoanCall & { input: { reason: DefaultReason } }): Promise<void> {
  const { actor, input, now } = call;
  const { tenant } = actor;
  await actOnLoan(call, "default", async (loan) => {
    await saveLoan(loan, { status: "DEFAULTED", defaultedAt: now, defaultReason: input.reason }, now);
    const book = bookOf(loan);
    const payload = toDefaultedPayload(loan, {
      reason: input.reason,
      daysPastDue: delinquencyIn(loan, await pausesOf(loan), now).daysPastDue,
      outstanding: outstanding(book).total,
      due: totalDue(book),
      paused: loan.pausedAt !== null,
      collection: await collectionIn(loan, now),
    });
    await recordEvent({ tenant, merchantId: loan.merchantId, type: "loan.defaulted", payload, now });
    await recordAudit({ actor, action: "loan.default", detail: { reason: input.reason }, subjectId: loan.id, now });
  });
}
