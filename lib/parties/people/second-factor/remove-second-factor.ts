import { transaction } from "@/db/client";
import { CodedError } from "@/lib/kernel/errors";
import type { RealTime } from "@/lib/kernel/time";
import { proveOwner } from "@/lib/parties/people/password/prove-owner";
import { findStaff } from "@/lib/parties/people/queries";
import type { Proof } from "@/lib/parties/people/schema";
import { rotateSessionEpoch } from "@/lib/parties/people/sessions/revoke-all-sessions";
import type { From } from "@/lib/parties/people/sign-in/places";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";
import { queueAccountMail } from "@/lib/platform/messages/mails/queue-account-mail";
import { deleteSecondFactor } from "./delete-second-factor";
import { needsSecondFactor } from "./second-factor-policy";

/** Every session ends, and the owner is written to. Returns the epoch of later sessions. */
export async function removeSecondFactor(call: { userId: string; input: Proof; from: From; realNow: RealTime }) {
  const { userId, realNow } = call;
  const staff = await findStaff(userId);
  if (staff && needsSecondFactor(staff.role, staff.liveAt !== null)) {
    const message = "An owner of a marketplace that is live must have a second factor. You can move it to another app.";
    throw new CodedError("INSUFFICIENT_ROLE", message);
  }
  const owner = await proveOwner(call);
  return transaction(async () => {
    await deleteSecondFactor(userId);
    const sessionEpoch = await rotateSessionEpoch(owner);
    const { kind, email } = owner;
    const entry = { operator: { userId }, subjectId: userId, detail: { kind }, realNow };
    await recordServiceAudit({ ...entry, action: "user.second-factor-off" });
    const mail = { kind: "SECOND_FACTOR_OFF", userKind: kind, at: realNow.toISOString() } as const;
    await queueAccountMail({ recipient: email, mail, realNow });
    return { sessionEpoch };
  });
}
