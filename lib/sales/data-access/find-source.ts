import { and, eq, isNotNull, or } from "drizzle-orm";
import { db } from "@/db/client";
import { dataSources } from "@/db/schema/data-access";
import { marketplaces } from "@/db/schema/marketplaces";
import { inTenant } from "@/db/tenancy";
import { type Tenant, tenantOf } from "@/lib/kernel/actor";
import { decrypt } from "@/lib/kernel/crypto";
import { notFound } from "@/lib/kernel/errors";
import type { SourceChoice } from "@/lib/terms/data-access/schema";
import type { SourceClient } from "./oauth-server";

export type Source = SourceClient & { issuer: string; dataUrl: string; scopes: string[] };

type Row = typeof dataSources.$inferSelect;

const opened = (row: Row): Source => ({
  tenant: tenantOf(row),
  issuer: row.issuer,
  clientId: row.clientId,
  clientSecret: decrypt("data_sources.client_secret", row.clientSecret),
  dataUrl: row.dataUrl,
  scopes: row.scopes,
});

export async function findSource(tenant: Tenant): Promise<Source | null> {
  const [row] = await db().select().from(dataSources).where(inTenant(dataSources, tenant));
  return row ? opened(row) : null;
}

/** Live data are a merchant's to connect once the marketplace is live. For a query that joins it. */
export const openToMerchants = or(eq(dataSources.environment, "test"), isNotNull(marketplaces.liveAt));

export async function chosenSource({ marketplaceId, environment }: SourceChoice): Promise<Source> {
  const [row] = await db()
    .select({ source: dataSources })
    .from(dataSources)
    .innerJoin(marketplaces, eq(marketplaces.id, dataSources.marketplaceId))
    .where(
      and(eq(dataSources.marketplaceId, marketplaceId), eq(dataSources.environment, environment), openToMerchants),
    );
  if (!row) throw notFound("marketplace to connect with");
  return opened(row.source);
}

/** Whether tokens are of a source as it is now: to any other they are not shown. */
export function isOf(source: Source | null, tokens: { issuer: string; clientId: string }): source is Source {
  return source?.issuer === tokens.issuer && source.clientId === tokens.clientId;
}
