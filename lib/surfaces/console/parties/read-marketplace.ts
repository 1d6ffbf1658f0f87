import { desc, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { lenders } from "@/db/schema/lenders";
import { marketplaces } from "@/db/schema/marketplaces";
import { formerRequestLog, loggedRequests } from "@/db/schema/requests";
import { inTenant } from "@/db/tenancy";
import { type Environment, type OperatorUser, operatorIn, tenantOf } from "@/lib/kernel/actor";
import { notFound } from "@/lib/kernel/errors";
import { type Kobo, zero } from "@/lib/kernel/money";
import type { RealTime } from "@/lib/kernel/time";
import { readUsage } from "@/lib/parties/lenders/read-usage";
import { readGoLive } from "@/lib/parties/marketplaces/go-live/read-go-live";
import { readBusinessNow } from "@/lib/parties/marketplaces/queries";
import { listTeam } from "@/lib/parties/team/queries";
import { listEnterable } from "@/lib/surfaces/console/treasury/unanswered-batches";
import { readAttention } from "@/lib/surfaces/dashboard/read-attention";
import { readOverview } from "@/lib/surfaces/dashboard/read-overview";
import { table } from "@/lib/surfaces/lists/list";
import { roleLabels } from "@/lib/terms/users/constants";

/** A marketplace as operators see it: how far it is, who works there, and how much of the service it uses. */
export async function readMarketplaceForOperators(call: {
  operator: OperatorUser;
  marketplaceId: string;
  environment: Environment;
  realNow: RealTime;
}) {
  const { operator, marketplaceId, environment, realNow } = call;
  const [marketplace] = await db().select().from(marketplaces).where(eq(marketplaces.id, marketplaceId));
  if (!marketplace) throw notFound("marketplace");
  const tenant = tenantOf({ marketplaceId, environment });
  const actor = operatorIn(tenant, operator);
  const now = await readBusinessNow(tenant, realNow);
  const { id, name, contactEmail, liveAt, suspendedAt, createdAt } = marketplace;
  return {
    ...{ id, name, contactEmail, liveAt, suspendedAt, createdAt },
    goLive: await readGoLive(operatorIn(tenantOf({ marketplaceId, environment: "live" }), operator), realNow),
    team: await listTeam(tenant),
    overview: await readOverview({ actor, range: "13w", now }),
    attention: await readAttention({ actor }),
    lenders: await lendersThere(marketplaceId, environment, now),
    // A suspension does not stop what people at a lender's bank have in their hands.
    enterable: suspendedAt ? await listEnterable(tenant) : [],
    lastRequest: await lastRequestOf(tenant),
  };
}

/** Who works for a marketplace. */
export const teamTable = table<Awaited<ReturnType<typeof listTeam>>[number]>({
  caption: "Its people",
  id: ({ id }) => id,
  columns: ({ text, state }) => ({
    name: text("Name", ({ name }) => name),
    email: text("E-mail address", ({ email }) => email),
    role: text("Role", ({ role }) => roleLabels[role]),
    factor: state("Second factor", ({ secondFactorSince }) => (secondFactorSince ? "On" : "Off"), {
      On: { label: "On", tone: "good" },
      Off: { label: "Off", tone: "neutral" },
    }),
  }),
  shown: { name: 1, email: 2, role: 1, factor: 1 },
});

/** What each lender has out at its merchants, in kobo, the most first. */
async function lendersThere(
  marketplaceId: string,
  environment: Environment,
  now: Date,
): Promise<{ id: string; name: string; out: Kobo; most: Kobo | null }[]> {
  const all = await db().select().from(lenders).where(eq(lenders.environment, environment)).orderBy(lenders.id);
  const usage = await readUsage(
    all.map(({ id }) => id),
    now,
  );
  return all
    .map(({ id, name, limits }) => ({
      ...{ id, name, most: limits.perMarketplace ?? null },
      out: usage.get(id)?.perMarketplace.get(marketplaceId) ?? zero,
    }))
    .filter(({ out }) => out > 0)
    .sort((one, other) => other.out - one.out);
}

async function lastRequestOf(tenant: Parameters<typeof inTenant>[1]): Promise<Date | null> {
  for (const log of [loggedRequests, formerRequestLog]) {
    const [row] = await db()
      .select({ at: log.at })
      .from(log)
      .where(inTenant(log, tenant))
      .orderBy(desc(log.id))
      .limit(1);
    if (row) return row.at;
  }
  return null;
}
