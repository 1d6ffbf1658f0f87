import { and, count, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { marketplaces } from "@/db/schema/marketplaces";
import { users } from "@/db/schema/users";
import type { Actor, MarketplaceRole, Tenant } from "@/lib/kernel/actor";
import { CodedError, notFound } from "@/lib/kernel/errors";

type Member = { id: string; name: string; email: string; role: MarketplaceRole };

/** Has changes to a marketplace's team wait for one another in the current transaction. */
export async function lockTeam({ marketplaceId }: Tenant): Promise<void> {
  const mine = eq(marketplaces.id, marketplaceId);
  await db().select({ id: marketplaces.id }).from(marketplaces).where(mine).for("no key update");
}

/** Does the same, and reads the actor's role anew: it may have been changed since the request came in. */
export async function actOnTeam(actor: Actor): Promise<Actor> {
  await lockTeam(actor.tenant);
  if (actor.kind !== "marketplaceUser") return actor;
  const acting = await findMember(actor.tenant.marketplaceId, actor.userId);
  if (!acting) throw new CodedError("INSUFFICIENT_ROLE", "You are no longer in this team.");
  return { ...actor, role: acting.role };
}

async function findMember(marketplaceId: string, userId: string): Promise<Member | undefined> {
  const { id, name, email, role } = users;
  const inTeam = and(eq(users.marketplaceId, marketplaceId), eq(users.kind, "marketplace"));
  const [row] = await db()
    .select({ id, name, email, role })
    .from(users)
    .where(and(eq(users.id, userId), inTeam));
  return row?.role ? { ...row, role: row.role } : undefined;
}

export async function requireMember(actor: Actor, userId: string): Promise<Member> {
  const member = await findMember(actor.tenant.marketplaceId, userId);
  if (!member) throw notFound("member of your team");
  return member;
}

/** Refuses to unmake a marketplace's only owner, in a locked team. */
export async function keepAnOwner(actor: Actor, member: Member): Promise<void> {
  if (member.role !== "OWNER") return;
  const [row] = await db()
    .select({ owners: count() })
    .from(users)
    .where(and(eq(users.marketplaceId, actor.tenant.marketplaceId), eq(users.role, "OWNER")));
  if ((row?.owners ?? 0) > 1) return;
  throw new CodedError("LAST_OWNER", "This is the only owner. Make somebody else an owner first.");
}
