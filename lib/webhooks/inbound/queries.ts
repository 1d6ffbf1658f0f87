import { db } from "@/db/client";
import { onPage, pageOf, pageOrder, pageRows } from "@/db/page";
import { inboundRefusals as refusals } from "@/db/schema/marketplaces";
import { inTenant } from "@/db/tenancy";
import type { Tenant } from "@/lib/actor";
import type { RefusalCursors, RefusalList } from "./schema";
import { toRefusal } from "./serialize";

/**
 * The tenant's refused webhooks, newest first.
 * @throws CodedError VALIDATION_FAILED when both cursors are given.
 */
export async function listRefusals(tenant: Tenant, query: RefusalCursors & { limit: number }): Promise<RefusalList> {
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
  return { data: page.rows.map(toRefusal), hasMore: page.hasMore };
}
