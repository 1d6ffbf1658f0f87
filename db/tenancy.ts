import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { marketplaces } from "@/db/schema/marketplaces";
import type { Tenant } from "@/lib/actor";

type TenantTable = { marketplaceId: PgColumn; environment: PgColumn };

/** The condition that keeps a query inside a tenant, with any further conditions. Every query of tenant data has it. */
export function inTenant(table: TenantTable, tenant: Tenant, ...more: (SQL | undefined)[]): SQL | undefined {
  return and(eq(table.marketplaceId, tenant.marketplaceId), eq(table.environment, tenant.environment), ...more);
}

/** The two columns of a new row of this tenant. */
export function ownedBy(tenant: Tenant): { marketplaceId: string; environment: Tenant["environment"] } {
  return { marketplaceId: tenant.marketplaceId, environment: tenant.environment };
}

/**
 * How many milliseconds the business clock of a row's tenant is ahead of real time, for a query that joins the row's
 * marketplace. Live data has no other clock than the world's.
 * @param ahead the marketplace's column, where a query calls its table by another name.
 */
export function clockAheadOf(
  { environment }: { environment: SQLWrapper },
  ahead: SQLWrapper = marketplaces.testClockAhead,
): SQL<number> {
  return sql`case ${environment} when 'test' then ${ahead} else 0 end`.mapWith(Number);
}
