import { gte, lt, sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { Page } from "@/db/page";
import { deliveries } from "@/db/schema/webhooks";
import { inTenant } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { orFirstPage } from "@/lib/kernel/cursor";
import { isId } from "@/lib/kernel/ids";
import { dayBegins, dayEnds } from "@/lib/kernel/lagos-days";
import type { Reach } from "@/lib/kernel/reach";
import type { DeliveryList } from "@/lib/platform/messages/webhooks/delivery-schema";
import { listDeliveries } from "@/lib/platform/messages/webhooks/list-deliveries";
import type { DeliveryListQuery } from "./log-schema";

/** A page of a tenant's deliveries, newest first, as the address of the list asks for it. */
export function listDeliveriesForStaff(reach: Reach, query: DeliveryListQuery, page: Page): Promise<DeliveryList> {
  const { q, status, event } = query;
  const from = query.from === undefined ? undefined : dayBegins(query.from);
  const to = query.to === undefined ? undefined : dayEnds(query.to);
  return listDeliveries(reach, { ...searchedBy(q), status, event, from, to, ...page });
}

/**
 * The same for a page, which begins anew where a cursor leads nowhere: its delivery has been purged since, or never was.
 * @returns `query` as it was followed
 */
export async function readDeliveryPage(reach: Reach, query: DeliveryListQuery, limit: number) {
  const { found, query: followed } = await orFirstPage(query, (asked) =>
    listDeliveriesForStaff(reach, asked, {
      limit,
      startingAfter: asked.startingAfter,
      endingBefore: asked.endingBefore,
    }),
  );
  return { ...found, query: followed };
}

function searchedBy(q: string | undefined) {
  if (q === undefined) return {};
  if (isId("delivery", q)) return { deliveryId: q };
  return isId("event", q) ? { eventId: q } : { merchantId: q };
}

/** More failed deliveries of a period than these are not counted. */
export const mostCounted = 10_000;

/** How many deliveries have failed from a day in Lagos to another, both included; `mostCounted` at most. */
export async function countFailed(tenant: Tenant, days: { from: string; to: string }): Promise<number> {
  const failed = db()
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(
      inTenant(
        deliveries,
        tenant,
        // Written out, it shows that the index of what was not sent will do.
        sql`${deliveries.status} = 'FAILED'`,
        gte(deliveries.createdAt, dayBegins(days.from)),
        lt(deliveries.createdAt, dayEnds(days.to)),
      ),
    )
    .limit(mostCounted)
    .as("failed");
  const [row] = await db().select({ count: sql<number>`count(*)::int` }).from(failed);
  return row?.count ?? 0;
}
