import { and, count, eq, gt } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { accountMails, invitations, users } from "@/db/schema/users";
import { day, later } from "@/lib/kernel/calendar";
import type { RealTimeCall } from "@/lib/kernel/call";
import { keyedDigest } from "@/lib/kernel/crypto";
import { CodedError, invalidField } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import type { RealTime } from "@/lib/kernel/time";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { queueAccountMail } from "@/lib/platform/messages/mails/queue-account-mail";
import { invitationLifetime, invitationsADay, invitationsADayToOne } from "@/lib/terms/team";
import { permissionToGive, requirePermission } from "@/lib/terms/users/roles";
import { actOnTeam } from "./lock-team";
import { readMarketplaceName } from "./queries";
import type { InviteInput } from "./schema";

/** Ends an earlier link. Whether the address has an account elsewhere is told to its owner alone. */
export async function inviteStaff(call: RealTimeCall<{ input: InviteInput }>): Promise<{ invitationId: string }> {
  const { input, realNow } = call;
  const { role } = input;
  const email = input.email.toLowerCase();
  const invitationId = newId("invitation");
  const { marketplaceId } = call.actor.tenant;
  return transaction(async () => {
    const actor = await actOnTeam(call.actor);
    if (actor.kind !== "marketplaceUser") throw new Error("Only a member of the team can invite.");
    requirePermission(actor, permissionToGive(role));
    const member = and(eq(users.marketplaceId, marketplaceId), eq(users.kind, "marketplace"), eq(users.email, email));
    if ((await db().select({ id: users.id }).from(users).where(member)).length > 0) {
      throw invalidField("email", "Is in your team already");
    }
    const waiting = and(
      eq(invitations.marketplaceId, marketplaceId),
      eq(invitations.email, email),
      gt(invitations.expiresAt, realNow),
    );
    const [present] = await db().select({ role: invitations.role }).from(invitations).where(waiting);
    if (present) requirePermission(actor, permissionToGive(role, present.role));
    const askedFrom = keyedDigest("invitations", marketplaceId);
    await requireAllowance(askedFrom, email, realNow);
    const invited = {
      role,
      invitedBy: actor.userId,
      createdAt: realNow,
      expiresAt: later(realNow, invitationLifetime),
    };
    await db()
      .insert(invitations)
      .values({ id: invitationId, marketplaceId, email, ...invited })
      .onConflictDoUpdate({
        target: [invitations.marketplaceId, invitations.email],
        set: { id: invitationId, ...invited },
      });
    await recordAudit({ actor, action: "staff.invite", detail: { role }, subjectId: invitationId, now: realNow });
    const mail = {
      kind: "INVITATION",
      invitationId,
      marketplace: await readMarketplaceName(actor.tenant),
      role,
    } as const;
    await queueAccountMail({ recipient: email, mail, askedFrom, realNow });
    return { invitationId };
  });
}
inviteStaff.errors = ["INSUFFICIENT_ROLE"] as const;
/** At least: an owner takes more. */
inviteStaff.permission = "manage" as const;

async function requireAllowance(askedFrom: string, email: string, realNow: RealTime): Promise<void> {
  const today = and(eq(accountMails.askedFrom, askedFrom), gt(accountMails.createdAt, later(realNow, -day)));
  const [all] = await db().select({ mails: count() }).from(accountMails).where(today);
  const toOne = and(today, eq(accountMails.recipient, email));
  const [same] = await db().select({ mails: count() }).from(accountMails).where(toOne);
  if ((all?.mails ?? 0) < invitationsADay && (same?.mails ?? 0) < invitationsADayToOne) return;
  const most = `At most ${invitationsADay} invitations go out in a day, ${invitationsADayToOne} of them to one address.`;
  throw new CodedError("RATE_LIMITED", `${most} Try again tomorrow.`, { retryAfterSeconds: day / 1000 });
}
