import { and, desc, eq, gt } from "drizzle-orm";
import { db } from "@/db/client";
import { marketplaces } from "@/db/schema/marketplaces";
import { invitations, secondFactors, users } from "@/db/schema/users";
import type { Tenant } from "@/lib/kernel/actor";
import { notFound } from "@/lib/kernel/errors";
import type { RealTime } from "@/lib/kernel/time";
import { invitationOfToken } from "@/lib/platform/messages/mails/account-links";
import { mayDo, permissionToGive } from "@/lib/terms/users/roles";

export async function listInvitations(tenant: Tenant, realNow: RealTime) {
  const { id, email, role, createdAt, expiresAt } = invitations;
  return db()
    .select({ id, email, role, createdAt, expiresAt, invitedBy: users.name })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.invitedBy))
    .where(and(eq(invitations.marketplaceId, tenant.marketplaceId), gt(expiresAt, realNow)))
    .orderBy(desc(id));
}

/** Undefined once it was used, withdrawn or expired, or whoever sent it may no longer give its role. */
export async function findInvitation(token: string, realNow: RealTime) {
  const id = invitationOfToken(token);
  if (!id) return undefined;
  const { email, role, marketplaceId } = invitations;
  const [row] = await db()
    .select({ id: invitations.id, email, role, marketplaceId, marketplaceName: marketplaces.name, inviter: users.role })
    .from(invitations)
    .innerJoin(marketplaces, eq(marketplaces.id, marketplaceId))
    .innerJoin(users, and(eq(users.id, invitations.invitedBy), eq(users.marketplaceId, marketplaceId)))
    .where(and(eq(invitations.id, id), gt(invitations.expiresAt, realNow)));
  return row?.inviter && mayDo(row.inviter, permissionToGive(row.role)) ? row : undefined;
}

export async function readInvitation(token: string, realNow: RealTime) {
  const found = await findInvitation(token, realNow);
  if (!found) throw notFound("invitation");
  const { marketplaceName, email, role } = found;
  return { marketplaceName, email, role };
}
readInvitation.errors = ["NOT_FOUND"] as const;

export async function listTeam(tenant: Tenant) {
  const { id, name, email, role, createdAt } = users;
  const rows = await db()
    .select({ id, name, email, role, createdAt, secondFactorSince: secondFactors.since })
    .from(users)
    .leftJoin(secondFactors, eq(secondFactors.userId, id))
    .where(and(eq(users.marketplaceId, tenant.marketplaceId), eq(users.kind, "marketplace")))
    .orderBy(id);
  return rows.flatMap((row) => (row.role ? [{ ...row, role: row.role }] : []));
}

export async function readMarketplaceName({ marketplaceId }: Tenant): Promise<string> {
  const mine = eq(marketplaces.id, marketplaceId);
  const [row] = await db().select({ name: marketplaces.name }).from(marketplaces).where(mine);
  return row?.name ?? "";
}
