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

/**
 * Keeps a query inside a tenant, with any further conditions. Tables whose rows belong to a merchant need `inReach`:
 * the compiler rejects them here.
 */
export function inTenant(table: SharedTable, tenant: Tenant, ...more: (SQL | undefined)[]): SQL | undefined {
  return ofTenant(table, tenant, ...more);
}

/**
 * Keeps a query inside a reach, with any further conditions. Every query of merchants' data that starts from a name
 * given by a caller has it; one that starts from a row already loaded in reach may use that row's id.
 */
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

/** The two columns of a new row of this tenant. */
export function ownedBy(tenant: Tenant): { marketplaceId: string; environment: Tenant["environment"] } {
  return { marketplaceId: tenant.marketplaceId, environment: tenant.environment };
}

/**
 * How many milliseconds the business clock of a row's tenant is ahead of real time, for a query that joins the row's
 * marketplace.
 * @param ahead the marketplace's column, where a query calls its table by another name.
 */
export function clockAheadOf(
  { environment }: { environment: SQLWrapper },
  ahead: SQLWrapper = marketplaces.testClockAhead,
): SQL<number> {
  return sql`case ${environment} when 'test' then ${ahead} else 0 end`.mapWith(Number);
}
