import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import { one } from "@/db/client";
import { rowsOf } from "@/db/rows";
import { loggedRequests } from "@/db/schema/requests";
import { breaks } from "@/db/schema/settlements";
import { deliveries, events } from "@/db/schema/webhooks";
import { inReach, inTenant } from "@/db/tenancy";
import type { Actor, Tenant } from "@/lib/kernel/actor";
import { type Reach, reachOf } from "@/lib/kernel/reach";
import { standsAs } from "@/lib/platform/messages/webhooks/queries";
import { breakStatuses } from "@/lib/terms/breaks";
import type { PulseTopic } from "@/lib/terms/dashboard/pulse";
import { deliveryStatuses } from "@/lib/terms/outbound-webhooks";
import { requirePermission } from "@/lib/terms/users/roles";

const pulseRow = z.strictObject({ pulse: z.string() });

/**
 * A text that is another one when something of these topics has changed; what it says means nothing. It reads the ends of
 * indexes, whatever the number of rows. A change in the middle of a long backlog shows with the next one at an end of it.
 */
export async function readPulse({ actor, topics }: { actor: Actor; topics: readonly PulseTopic[] }): Promise<string> {
  requirePermission(actor, "view");
  const reach = reachOf(actor);
  const ends = topics.flatMap((topic) => endsOf[topic](reach, actor.tenant));
  const row = await rowsOf(pulseRow)`select md5(array[${sql.join(ends, sql`, `)}]::text) as pulse`.then(one);
  return row.pulse;
}

const last = (column: PgColumn, where: SQL | undefined) =>
  sql`(select ${column}::text from ${column.table} where ${where} order by ${column} desc limit 1)`;
const first = (column: PgColumn, where: SQL | undefined) =>
  sql`(select ${column}::text from ${column.table} where ${where} order by ${column} limit 1)`;

type Ends = (reach: Reach, tenant: Tenant) => SQL[];

const endsOf: Record<PulseTopic, Ends> = {
  // Whatever happens to a merchant, its requests and its loans is an event.
  funnel: (reach) => [last(events.id, inReach(events, reach))],
  // An attempt moves what is due; an end moves from one state to another.
  deliveries: (_, tenant) => [
    ...deliveryStatuses.flatMap((status) => {
      const where = inTenant(deliveries, tenant, standsAs(status));
      return [first(deliveries.eventId, where), last(deliveries.eventId, where)];
    }),
    first(deliveries.dueAt, inTenant(deliveries, tenant, sql`${deliveries.dueAt} is not null`)),
    last(deliveries.dueAt, inTenant(deliveries, tenant, sql`${deliveries.dueAt} is not null`)),
  ],
  breaks: (reach) =>
    breakStatuses.flatMap((status) => {
      const where = inReach(breaks, reach, sql`${breaks.status} = ${status}`);
      return [first(breaks.id, where), last(breaks.id, where)];
    }),
  requests: (_, tenant) => [last(loggedRequests.id, inTenant(loggedRequests, tenant))],
};
