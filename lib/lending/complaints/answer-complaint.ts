import { encrypt } from "@/lib/kernel/crypto";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { queueMerchantMail } from "@/lib/platform/messages/mails/queue-merchant-mail";
import { unansweredStates } from "@/lib/terms/complaints";
import { actOnComplaint, auditedAs, type ComplaintCall } from "./act-on-complaint";
import type { AnswerComplaint } from "./schema";

/** The merchant is told at once, word for word. There is one answer: what is still wrong is another complaint. */
export async function answerComplaint(call: ComplaintCall & { input: AnswerComplaint }) {
  const { operator, input } = call;
  return actOnComplaint(call, unansweredStates, async ({ actor, complaint, now }) => {
    const { number, merchantId, takenBy } = complaint;
    const { tenant } = actor;
    await recordAudit({ actor, action: "complaint.answer", ...auditedAs(complaint), now });
    await queueMerchantMail({ tenant, merchantId, kind: "COMPLAINT_ANSWERED", number, answer: input.answer, now });
    const answered = {
      answer: encrypt("complaints.answer", input.answer),
      answeredBy: operator.userId,
      answeredAt: now,
    };
    return { status: "ANSWERED", takenBy: takenBy ?? operator.userId, takenAt: complaint.takenAt ?? now, ...answered };
  });
}
answerComplaint.errors = actOnComplaint.errors;
