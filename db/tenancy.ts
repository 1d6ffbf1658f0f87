import { and, eq, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
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
