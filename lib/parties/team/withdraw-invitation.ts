import { and, eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { invitations } from "@/db/schema/users";
import type { RealTimeCall } from "@/lib/kernel/call";
import { notFound } from "@/lib/kernel/errors";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { permissionToGive, requirePermission } from "@/lib/terms/users/roles";
import { actOnTeam } from "./lock-team";
import type { WithdrawInput } from "./schema";

export async function withdrawInvitation(call: RealTimeCall<{ input: WithdrawInput }>): Promise<void> {
  const { input, realNow } = call;
  const { invitationId } = input;
  await transaction(async () => {
    const actor = await actOnTeam(call.actor);
    requirePermission(actor, withdrawInvitation.permission);
    const [gone] = await db()
      .delete(invitations)
      .where(and(eq(invitations.id, invitationId), eq(invitations.marketplaceId, actor.tenant.marketplaceId)))
      .returning({ role: invitations.role });
    if (!gone) throw notFound("invitation");
    requirePermission(actor, permissionToGive(gone.role));
    await recordAudit({ actor, action: "staff.withdraw-invitation", subjectId: invitationId, now: realNow });
  });
}
withdrawInvitation.permission = "manage" as const;
