import { transaction } from "@/db/client";
import { recordServiceAudit } from "@/lib/audit/record-audit";
import { CodedError } from "@/lib/errors";
import { queueAccountMail } from "@/lib/notifications/queue-account-mail";
import type { RealTime } from "@/lib/time";
import { deleteSecondFactor } from "./delete-second-factor";
import { endOtherSessions } from "./end-other-sessions";
import { mustHaveSecondFactor } from "./must-have-second-factor";
import type { From } from "./places";
import { proveOwner } from "./prove-owner";
import { findStaff } from "./queries";
import type { Proof } from "./schema";

/**
 * Turns a user's second factor off. Every session ends, and the owner is written to.
 * @returns the epoch of the sessions from now on.
 * @throws CodedError INSUFFICIENT_ROLE for an owner of a marketplace that is live, who must have one; as `proveOwner`
 */
export async function removeSecondFactor(call: { userId: string; input: Proof; from: From; realNow: RealTime }) {
  const { userId, realNow } = call;
  const staff = await findStaff(userId);
  if (staff && mustHaveSecondFactor(staff.role, staff.liveAt !== null)) {
    const message = "An owner of a marketplace that is live must have a second factor. You can move it to another app.";
    throw new CodedError("INSUFFICIENT_ROLE", message);
  }
  const owner = await proveOwner(call);
  return transaction(async () => {
    await deleteSecondFactor(userId);
    const sessionEpoch = await endOtherSessions(owner);
    const { kind, email } = owner;
    const entry = { operator: { userId }, subjectId: userId, detail: { kind }, realNow };
    await recordServiceAudit({ ...entry, action: "user.second-factor-off" });
    const mail = { kind: "SECOND_FACTOR_OFF", userKind: kind, at: realNow.toISOString() } as const;
    await queueAccountMail({ recipient: email, mail, realNow });
    return { sessionEpoch };
  });
}
