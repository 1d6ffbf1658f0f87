import { eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { users } from "@/db/schema/users";
import type { RealTimeCall } from "@/lib/kernel/call";
import { CodedError } from "@/lib/kernel/errors";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { queueAccountMail } from "@/lib/platform/messages/mails/queue-account-mail";
import { isBelow, permissionToGive, requirePermission } from "@/lib/terms/users/roles";
import { actOnTeam, keepAnOwner, requireMember } from "./lock-team";
import { readMarketplaceName } from "./queries";
import type { ChangeRoleInput } from "./schema";

/** Nobody raises themselves, and one owner is always left. Sessions stay: the role is looked up with every call. */
export async function changeRole(call: RealTimeCall<{ input: ChangeRoleInput }>): Promise<void> {
  const { input, realNow } = call;
  const { userId, role } = input;
  await transaction(async () => {
    const actor = await actOnTeam(call.actor);
    const own = actor.kind === "marketplaceUser" && actor.userId === userId;
    if (!own) requirePermission(actor, "manage");
    const member = await requireMember(actor, userId);
    if (member.role === role) return;
    if (!own) requirePermission(actor, permissionToGive(member.role, role));
    else if (!isBelow(role, member.role)) {
      throw new CodedError("INSUFFICIENT_ROLE", "You can lower your own role, not raise it. Ask an owner.");
    }
    await keepAnOwner(actor, member);
    await db().update(users).set({ role }).where(eq(users.id, userId));
    const detail = { from: member.role, to: role };
    await recordAudit({ actor, action: "staff.change-role", detail, subjectId: userId, now: realNow });
    const facts = { marketplace: await readMarketplaceName(actor.tenant), at: realNow.toISOString() };
    const mail = { kind: "ROLE_CHANGED", ...detail, ...facts } as const;
    await queueAccountMail({ recipient: member.email, mail, realNow });
  });
}
