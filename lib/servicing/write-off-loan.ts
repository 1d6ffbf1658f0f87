import { markDay } from "@/db/mark-collection";
import { recordAudit } from "@/lib/audit/record-audit";
import { outstanding } from "@/lib/ledger/balances";
import { bookJournal } from "@/lib/ledger/book";
import { actOnLoan, type LoanCall } from "@/lib/loans/act-on-loan";
import { toWrittenOffPayload } from "@/lib/loans/lifecycle-payloads";
import { bookOf } from "@/lib/loans/load-loans";
import { collectionIn } from "@/lib/loans/read-collection";
import { saveLoan } from "@/lib/loans/save-loan";
import { closeProposal } from "@/lib/loans/term-proposals";
import { recordEvent } from "@/lib/webhooks/outbound/record-event";

/**
 * Writes off what is left of a defaulted loan: it becomes a loss, and later repayments are recoveries. A pause ends with
 * it, as nothing falls due any more.
 * @throws CodedError NOT_FOUND, LOAN_STATE_CONFLICT, TEST_KEY_REQUIRED
 */
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
