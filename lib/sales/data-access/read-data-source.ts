import { count, desc, isNotNull, max, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { dataAccesses, dataSources } from "@/db/schema/data-access";
import { inReach, inTenant } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { notFound } from "@/lib/kernel/errors";
import { everyMerchantOf } from "@/lib/kernel/reach";
import type { DataSource } from "@/lib/terms/data-access/schema";
import { connectionCallbackUrl } from "./callback-url";

export async function findDataSource(tenant: Tenant): Promise<DataSource | null> {
  const [row] = await db().select().from(dataSources).where(inTenant(dataSources, tenant));
  if (!row) return null;
  const { issuer, clientId, dataUrl, scopes, description, updatedAt } = row;
  const all = inReach(dataAccesses, everyMerchantOf(tenant));
  const { state, failures, lastPulledAt, lastTriedAt, failureDetail } = dataAccesses;
  const open = sql`${state} in ('WAITING', 'ACTIVE')`;
  const [[sums], [failed]] = await Promise.all([
    db()
      .select({
        working: count(sql`case when ${open} and ${failures} = 0 then 1 end`),
        failing: count(sql`case when ${open} and ${failures} > 0 then 1 end`),
        revoked: count(sql`case when ${state} = 'REVOKED' then 1 end`),
        lastPulledAt: max(lastPulledAt),
      })
      .from(dataAccesses)
      .where(all),
    db()
      .select({ detail: failureDetail })
      .from(dataAccesses)
      .where(inReach(dataAccesses, everyMerchantOf(tenant), isNotNull(failureDetail)))
      .orderBy(desc(lastTriedAt))
      .limit(1),
  ]);
  return {
    issuer,
    clientId,
    dataUrl,
    scopes,
    description,
    redirectUri: connectionCallbackUrl(),
    updatedAt: updatedAt.toISOString(),
    accesses: {
      working: sums?.working ?? 0,
      failing: sums?.failing ?? 0,
      revoked: sums?.revoked ?? 0,
      lastPulledAt: sums?.lastPulledAt?.toISOString() ?? null,
      lastFailure: failed?.detail ?? null,
    },
  };
}

export async function readDataSource(tenant: Tenant): Promise<DataSource> {
  const source = await findDataSource(tenant);
  if (!source) throw notFound("data source");
  return source;
}
readDataSource.errors = ["NOT_FOUND"] as const;
