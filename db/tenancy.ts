import { and, eq, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { marketplaces } from "@/db/schema/marketplaces";
import type { Tenant } from "@/lib/kernel/actor";
import type { Reach } from "@/lib/kernel/reach";

type TenantTable = { marketplaceId: PgColumn; environment: PgColumn };
/** The merchants themselves, whose key is their id. */
type Merchants = TenantTable & { id: PgColumn; businessName: PgColumn };
type MerchantTable = (TenantTable & { merchantId: PgColumn }) | Merchants;
/** A table whose rows do not belong to a single merchant. */
type SharedTable = TenantTable & { [Name in "merchantId" | "businessName"]?: never };

/** Tables whose rows belong to a merchant need `inReach`: the compiler rejects them here. */
export function inTenant(table: SharedTable, tenant: Tenant, ...more: (SQL | undefined)[]): SQL | undefined {
  return ofTenant(table, tenant, ...more);
}

/** For every query of merchants' data that starts from a name a caller gave; else a row loaded in reach may be used. */
export function inReach(table: MerchantTable, reach: Reach, ...more: (SQL | undefined)[]): SQL | undefined {
  const merchant = "businessName" in table ? table.id : table.merchantId;
  return ofTenant(table, reach.tenant, reach.merchants === "one" ? eq(merchant, reach.merchantId) : undefined, ...more);
}

/** The same for several reaches together. In none of them there is nothing. */
export function inAnyReach(
  table: MerchantTable,
  reaches: readonly Reach[],
  ...more: (SQL | undefined)[]
): SQL | undefined {
  return and(or(...reaches.map((reach) => inReach(table, reach))) ?? sql`false`, ...more);
}

function ofTenant(table: TenantTable, tenant: Tenant, ...more: (SQL | undefined)[]): SQL | undefined {
  return and(eq(table.marketplaceId, tenant.marketplaceId), eq(table.environment, tenant.environment), ...more);
}

export function ownedBy(tenant: Tenant): { marketplaceId: string; environment: Tenant["environment"] } {
  return { marketplaceId: tenant.marketplaceId, environment: tenant.environment };
}

/** In milliseconds, for a query that joins the row's marketplace. `ahead`: its column, if the query renames it. */
export function clockAheadOf(
  { environment }: { environment: SQLWrapper },
  ahead: SQLWrapper = marketplaces.testClockAhead,
): SQL<number> {
  return sql`case ${environment} when 'test' then ${ahead} else 0 end`.mapWith(Number);
}
