import { asc, desc, gt, lt } from "drizzle-orm";
import { db } from "@/db/client";
import { inboundRefusals as refusals } from "@/db/schema/marketplaces";
import { inTenant } from "@/db/tenancy";
import type { Tenant } from "@/lib/actor";
import { invalidField } from "@/lib/errors";
import type { RefusalCursors, RefusalList } from "./schema";
import { toRefusal } from "./serialize";

/**
 * The tenant's refused webhooks, newest first.
 * @throws CodedError VALIDATION_FAILED when both cursors are given.
 */
export async function listRefusals(tenant: Tenant, query: RefusalCursors & { limit: number }): Promise<RefusalList> {
  const { startingAfter, endingBefore, limit } = query;
  if (startingAfter && endingBefore) throw invalidField("endingBefore", "Cannot be combined with startingAfter");
  const rows = await db()
    .select({
      id: refusals.id,
      operation: refusals.operation,
      code: refusals.code,
      detail: refusals.detail,
      receivedAt: refusals.receivedAt,
    })
    .from(refusals)
    .where(
      inTenant(
        refusals,
        tenant,
        startingAfter ? lt(refusals.id, startingAfter) : undefined,
        endingBefore ? gt(refusals.id, endingBefore) : undefined,
      ),
    )
    .orderBy(endingBefore ? asc(refusals.id) : desc(refusals.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  if (endingBefore) page.reverse();
  return { data: page.map(toRefusal), hasMore: rows.length > limit };
}
