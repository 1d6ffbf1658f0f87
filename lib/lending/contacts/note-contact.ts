import { db, transaction } from "@/db/client";
import { loanContacts } from "@/db/schema/contacts";
import { ownedBy } from "@/db/tenancy";
import type { OperatorCall } from "@/lib/kernel/call";
import { encrypt } from "@/lib/kernel/crypto";
import { newId } from "@/lib/kernel/ids";
import { reachOf } from "@/lib/kernel/reach";
import { operatorOn } from "@/lib/lending/proposals/loan-kinds";
import { lockLoan } from "@/lib/loans/loans/load-loans";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import type { ContactAnswer, NoteContact } from "./schema";

export type OnLoan = OperatorCall<{ loanId: string }>;

/** What was said stays as it was noted: what was noted wrongly is put right by another note. */
export async function noteContact(call: OnLoan & { input: NoteContact }): Promise<ContactAnswer> {
  const { operator, loanId, input, realNow } = call;
  const { actor, now } = await operatorOn(operator, loanId, realNow);
  const { channel, words } = input;
  const id = newId("loanContact");
  await transaction(async () => {
    await lockLoan(reachOf(actor), loanId);
    const noted = { loanId, channel, notedAt: now, notedBy: operator.userId };
    await db()
      .insert(loanContacts)
      .values({ id, ...ownedBy(actor.tenant), ...noted, words: encrypt("loan_contacts.words", words) });
    await recordAudit({ actor, action: "loan.contact", detail: { channel }, subjectId: loanId, now });
  });
  return { id, loanId, channel, words, notedAt: now.toISOString(), notedBy: operator.userId };
}
noteContact.errors = ["INSUFFICIENT_ROLE", "NOT_FOUND"] as const;
