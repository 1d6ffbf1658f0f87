import { eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { users } from "@/db/schema/users";
import type { RealTimeCall } from "@/lib/kernel/call";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { queueAccountMail } from "@/lib/platform/messages/mails/queue-account-mail";
import { permissionToGive, requirePermission } from "@/lib/terms/users/roles";
import { actOnTeam, keepAnOwner, requireMember } from "./lock-team";
import { readMarketplaceName } from "./queries";
import type { RemoveStaffInput } from "./schema";

/** Sessions, tokens and the invitations it has sent end at once; the audit log keeps what it did. */
export async function removeStaff(call: RealTimeCall<{ input: RemoveStaffInput }>): Promise<void> {
  const { input, realNow } = call;
  const { userId } = input;
  await transaction(async () => {
    const actor = await actOnTeam(call.actor);
    const leaving = actor.kind === "marketplaceUser" && actor.userId === userId;
    if (!leaving) requirePermission(actor, "manage");
    const member = await requireMember(actor, userId);
    if (!leaving) requirePermission(actor, permissionToGive(member.role));
    await keepAnOwner(actor, member);
    await db().delete(users).where(eq(users.id, userId));
    const { email, role } = member;
    await recordAudit({ actor, action: "staff.remove", detail: { email, role }, subjectId: userId, now: realNow });
    const facts = { marketplace: await readMarketplaceName(actor.tenant), at: realNow.toISOString() };
    await queueAccountMail({ recipient: email, mail: { kind: "TEAM_LEFT", ...facts }, realNow });
  });
}
