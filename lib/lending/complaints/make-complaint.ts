import { and, eq, inArray } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { complaints } from "@/db/schema/complaints";
import { loans } from "@/db/schema/loans";
import { inReach, ownedBy } from "@/db/tenancy";
import { actorName } from "@/lib/kernel/actor";
import { day, later } from "@/lib/kernel/calendar";
import type { Call } from "@/lib/kernel/call";
import { encrypt, randomText } from "@/lib/kernel/crypto";
import { CodedError, invalidField } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { dayEnds, lagosDate } from "@/lib/kernel/lagos-days";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { findMerchant } from "@/lib/merchants/merchants/queries";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { queueMerchantMail } from "@/lib/platform/messages/mails/queue-merchant-mail";
import { complaintDays, mostUnanswered, unansweredStates } from "@/lib/terms/complaints";
import { readOwnComplaint, wordsOf } from "./queries";
import type { ComplaintAnswer, MakeComplaint } from "./schema";

type Making = Call<{ merchantId: string; input: MakeComplaint }>;

/**
 * By the merchant itself, or by an operator whom it told. Has a number and a deadline at once (docs/complaints.md). The same words about the same subject, as long as they wait for an
 * answer, are the same complaint: phones send twice.
 */
export async function makeComplaint(call: Making): Promise<ComplaintAnswer> {
  const { actor, merchantId, input } = call;
  const reach = reachOf(actor);
  const id = await transaction(async () => {
    // So that two at once are not more than may wait.
    await findMerchant(reach, merchantId, { lock: true });
    if (input.loanId !== undefined) await requireOwnLoan(call, input.loanId);
    const waiting = await db()
      .select()
      .from(complaints)
      .where(
        inReach(complaints, reach, eq(complaints.merchantId, merchantId), inArray(complaints.status, unansweredStates)),
      );
    const same = waiting.find((one) => one.loanId === (input.loanId ?? null) && wordsOf(one) === input.words);
    if (same) return same.id;
    if (waiting.length >= mostUnanswered) throw tooMany();
    return storeComplaint(call);
  });
  return readOwnComplaint(reach, id);
}
makeComplaint.errors = ["VALIDATION_FAILED", "TOO_MANY_COMPLAINTS"] as const;

async function storeComplaint({ actor, merchantId, input, now }: Making): Promise<string> {
  const { tenant } = actor;
  const { loanId, words } = input;
  const id = newId("complaint");
  const number = `CP-${now.getUTCFullYear()}-${randomText(8).toUpperCase()}`;
  const answerBy = deadlineOf(now);
  const made = { number, status: "OPEN", madeAt: now, madeBy: actorName(actor), answerBy } as const;
  await db()
    .insert(complaints)
    .values({
      id,
      ...ownedBy(tenant),
      merchantId,
      loanId: loanId ?? null,
      ...made,
      words: encrypt("complaints.words", words),
    });
  await recordAudit({ actor, action: "complaint.make", detail: { number }, subjectId: loanId ?? merchantId, now });
  await queueMerchantMail({ tenant, merchantId, kind: "COMPLAINT_RECEIVED", number, answerBy, now });
  return id;
}

/** The end of the last day in Lagos on which it can be answered in time (docs/complaints.md#deadline). */
function deadlineOf(now: BusinessTime): BusinessTime {
  // A moment before midnight: the next day would be read as the last one.
  return later(dayEnds(lagosDate(later(now, complaintDays * day))), -1);
}

async function requireOwnLoan({ actor, merchantId }: Making, loanId: string): Promise<void> {
  const own = inReach(loans, reachOf(actor), and(eq(loans.id, loanId), eq(loans.merchantId, merchantId)));
  const [found] = await db().select({ id: loans.id }).from(loans).where(own);
  if (!found) throw invalidField("loanId", "Must be one of the merchant's loans");
}

function tooMany(): CodedError {
  const wait = `${mostUnanswered} complaints wait for an answer. Name one of them by its number, or wait for the first.`;
  return new CodedError("TOO_MANY_COMPLAINTS", wait);
}
