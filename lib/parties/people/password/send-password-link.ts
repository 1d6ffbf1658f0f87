import { transaction } from "@/db/client";
import type { OperatorCall } from "@/lib/kernel/call";
import { notFound } from "@/lib/kernel/errors";
import { findSignedIn } from "@/lib/parties/people/queries";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";
import { queueAccountMail } from "@/lib/platform/messages/mails/queue-account-mail";

/** Writes to an operator who has lost the password, or never had one; whoever asks for it sees nothing of it. */
export async function sendPasswordLink(call: OperatorCall<{ userId: string }>): Promise<void> {
  const { operator, userId, realNow } = call;
  await transaction(async () => {
    const user = await findSignedIn(userId);
    if (user?.kind !== "operator") throw notFound("operator");
    const detail = { kind: user.kind };
    await recordServiceAudit({ operator, action: "user.send-password-link", detail, subjectId: userId, realNow });
    const mail = { kind: "PASSWORD_RESET", userId, epoch: `${user.sessionEpoch}`, userKind: "operator" } as const;
    await queueAccountMail({ recipient: user.email, mail, realNow });
  });
}
