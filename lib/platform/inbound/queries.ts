import { db } from "@/db/client";
import { onPage, pageOf, pageOrder, pageRows, requireNeighbour } from "@/db/page";
import { inboundRefusals as refusals } from "@/db/schema/marketplaces";
import { inTenant } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import type { RefusalCursors, RefusalList } from "./schema";

/** Newest first, without their bodies. */
export async function listRefusals(tenant: Tenant, query: RefusalCursors & { limit: number }): Promise<RefusalList> {
  await requireNeighbour(refusals.id, query, inTenant(refusals, tenant));
  const rows = await db()
    .select({
      id: refusals.id,
      operation: refusals.operation,
      code: refusals.code,
      detail: refusals.detail,
      receivedAt: refusals.receivedAt,
    })
    .from(refusals)
    .where(inTenant(refusals, tenant, onPage(refusals.id, query)))
    .orderBy(pageOrder(refusals.id, query))
    .limit(pageRows(query));
  const page = pageOf(rows, query);
  const data = page.rows.map((row) => ({ ...row, receivedAt: row.receivedAt.toISOString() }));
  return { data, hasMore: page.hasMore };
}
