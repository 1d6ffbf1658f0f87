import type { OnLoan } from "@/lib/lending/contacts/note-contact";
import { loanOf, operatorOn } from "@/lib/lending/proposals/loan-kinds";
import { makeComplaint } from "./make-complaint";
import type { ComplaintAnswer, RecordComplaint } from "./schema";

/** What a merchant has told an operator, on the telephone or otherwise: as if it had written it itself. */
export async function recordComplaint(call: OnLoan & { input: RecordComplaint }): Promise<ComplaintAnswer> {
  const { operator, loanId, input, realNow } = call;
  const on = await operatorOn(operator, loanId, realNow);
  const { merchantId } = await loanOf(on);
  return makeComplaint({ actor: on.actor, merchantId, input: { ...input, loanId }, now: on.now });
}
recordComplaint.errors = ["INSUFFICIENT_ROLE", "NOT_FOUND", "TOO_MANY_COMPLAINTS"] as const;
