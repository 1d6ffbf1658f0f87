import { eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { invitations } from "@/db/schema/users";
import { tenantOf } from "@/lib/kernel/actor";
import { CodedError } from "@/lib/kernel/errors";
import type { RealTime } from "@/lib/kernel/time";
import { insertUser } from "@/lib/parties/people/insert-user";
import { refuseCommonPassword } from "@/lib/parties/people/password/common-password";
import { hashPassword } from "@/lib/parties/people/password/password";
import type { User } from "@/lib/parties/people/queries";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { lockTeam } from "./lock-team";
import { findInvitation } from "./queries";
import type { AcceptInput } from "./schema";

/** An address signs in to one marketplace. */
export async function acceptInvitation(call: { input: AcceptInput; realNow: RealTime }): Promise<User> {
  const { input, realNow } = call;
  const { token, name, password } = input;
  const invited = await findInvitation(token, realNow);
  if (!invited) throw notValid();
  await refuseCommonPassword(password, [invited.email, name, invited.marketplaceName]);
  const passwordHash = await hashPassword(password);
  return transaction(async () => {
    // A login belongs to no environment, but every row of the log needs one, and staff begin in test.
    const tenant = tenantOf({ marketplaceId: invited.marketplaceId, environment: "test" });
    await lockTeam(tenant);
    // Read again: the team may have changed since.
    const still = await findInvitation(token, realNow);
    if (!still) throw notValid();
    const { id, email, role, marketplaceId } = still;
    await db().delete(invitations).where(eq(invitations.id, id));
    const user = await insertUser(
      { kind: "marketplace", name, email, passwordHash, marketplaceId, role },
      realNow,
    ).catch((error: unknown) => {
      throw error instanceof CodedError && error.code === "EMAIL_TAKEN" ? worksElsewhere() : error;
    });
    const actor = { kind: "marketplaceUser", tenant, userId: user.id, role } as const;
    await recordAudit({ actor, action: "staff.join", detail: { role }, subjectId: user.id, now: realNow });
    return user;
  });
}
acceptInvitation.errors = ["LINK_NOT_VALID", "EMAIL_TAKEN"] as const;

/** Told to whoever has the mail, and to nobody who invites. */
function worksElsewhere(): CodedError {
  const message = "This address works for another marketplace already, and an address signs in to one.";
  return new CodedError("EMAIL_TAKEN", `${message} Ask to be invited with another address.`);
}

function notValid(): CodedError {
  const message = "This invitation has been used or withdrawn, or has expired. Ask whoever invited you for another.";
  return new CodedError("LINK_NOT_VALID", message);
}
