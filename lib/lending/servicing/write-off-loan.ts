import { markDay } from "@/db/mark-collection";
import { outstanding } from "@/lib/loans/ledger/balances";
import { bookJournal } from "@/lib/loans/ledger/book";
import { actOnLoan, type LoanCall } from "@/lib/loans/loans/act-on-loan";
import { toWrittenOffPayload } from "@/lib/loans/loans/lifecycle-payloads";
import { bookOf } from "@/lib/loans/loans/load-loans";
import { collectionIn } from "@/lib/loans/loans/read-collection";
import { saveLoan } from "@/lib/loans/loans/save-loan";
import { closeProposal } from "@/lib/loans/loans/term-proposals";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { recordEvent } from "@/lib/platform/messages/webhooks/record-event";

/** It becomes a loss, and later repayments are recoveries. A pause ends with it: nothing falls due any more. */
export async function writeOffLoan(call: LoanCall & { input: { reason: string } }): Promise<void> {
  const { actor, input, now } = call;
  const { tenant } = actor;
  await actOnLoan(call, "write off", async (loan) => {
    const before = bookOf(loan);
    const change = { receivedAtWriteOff: before.received };
    await bookJournal({ tenant, before, change, type: "WRITE_OFF", occurredAt: now, now });
    await saveLoan(loan, { status: "WRITTEN_OFF", writtenOffAt: now, pausedAt: null }, now);
    await closeProposal(loan, "EXPIRED", now);
    const collection = await collectionIn(loan, now);
    const payload = toWrittenOffPayload(loan, { lost: outstanding(before), reason: input.reason, at: now, collection });
    await recordEvent({ tenant, merchantId: loan.merchantId, type: "loan.written_off", payload, now });
    await recordAudit({ actor, action: "loan.write-off", subjectId: loan.id, now });
    await markDay({ tenant, merchantId: loan.merchantId, loanId: loan.id, at: now, now });
  });
}
