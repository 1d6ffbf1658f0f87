import { outstanding, totalDue } from "@/lib/loans/ledger/balances";
import { actOnLoan, type LoanCall } from "@/lib/loans/loans/act-on-loan";
import { toDefaultedPayload } from "@/lib/loans/loans/lifecycle-payloads";
import { bookOf, pausesOf } from "@/lib/loans/loans/load-loans";
import { delinquencyIn } from "@/lib/loans/loans/performance";
import { collectionIn } from "@/lib/loans/loans/read-collection";
import { saveLoan } from "@/lib/loans/loans/save-loan";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { queueMerchantMail } from "@/lib/platform/messages/mails/queue-merchant-mail";
import { recordEvent } from "@/lib/platform/messages/webhooks/record-event";
import type { DefaultReason } from "@/lib/terms/loans/states";

/** One already in default keeps its first reason. `cause`: what only the audit log is told. */
export async function defaultLoan(
  call: LoanCall & { input: { reason: DefaultReason; cause?: string } },
): Promise<void> {
  const { actor, input, now } = call;
  const { tenant } = actor;
  await actOnLoan(call, "default", async (loan) => {
    await saveLoan(loan, { status: "DEFAULTED", defaultedAt: now, defaultReason: input.reason }, now);
    const book = bookOf(loan);
    const { daysPastDue, overdueAmount: overdue } = delinquencyIn(loan, await pausesOf(loan), now);
    const facts = { reason: input.reason, outstanding: outstanding(book).total, paused: loan.pausedAt !== null };
    const collection = await collectionIn(loan, now);
    const payload = toDefaultedPayload(loan, { ...facts, daysPastDue, due: totalDue(book), collection });
    const to = { tenant, merchantId: loan.merchantId, now };
    await recordEvent({ ...to, type: "loan.defaulted", payload });
    await queueMerchantMail({ ...to, loanId: loan.id, kind: "DEFAULTED", ...facts, at: now, overdue });
    await recordAudit({ actor, action: "loan.default", detail: input, subjectId: loan.id, now });
  });
}
