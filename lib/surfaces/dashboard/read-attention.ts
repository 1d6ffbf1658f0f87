import { sql } from "drizzle-orm";
import { z } from "zod";
import { one } from "@/db/client";
import { rowsOf, timestamp } from "@/db/rows";
import { breaks } from "@/db/schema/settlements";
import { deliveries, webhookEndpoints } from "@/db/schema/webhooks";
import { inReach, inTenant } from "@/db/tenancy";
import type { Actor, Tenant } from "@/lib/kernel/actor";
import { type Reach, reachOf } from "@/lib/kernel/reach";
import { standsAs } from "@/lib/platform/messages/webhooks/queries";
import { disabledReasons, endpointStatuses } from "@/lib/terms/outbound-webhooks";
import { requirePermission } from "@/lib/terms/users/roles";

/** Nothing is counted further than this and one more: what waits may be a million rows. */
export const countedUpTo = 1_000;

const attentionRow = z.strictObject({
  open: z.int(),
  answered: z.int(),
  failed: z.int(),
  waiting: z.int(),
  status: z.enum(endpointStatuses).nullable(),
  disabledReason: z.enum(disabledReasons).nullable(),
  failingSince: timestamp.nullable(),
});

/** Breaks that wait, events that failed or wait, and how the endpoint is. Counts stop at `countedUpTo` + 1. */
export async function readAttention({ actor }: { actor: Actor }) {
  requirePermission(actor, "view");
  const { tenant } = actor;
  const reach = reachOf(actor);
  const row = await rowsOf(attentionRow)`
    select ${breaksThat(reach, "OPEN")} as open, ${breaksThat(reach, "ANSWERED")} as answered,
      ${deliveriesThat(tenant, "FAILED")} as failed, ${deliveriesThat(tenant, "PENDING")} as waiting,
      e.status, e.disabled_reason as "disabledReason", e.failing_since as "failingSince"
    from (values (1)) one(n) left join (
      select * from ${webhookEndpoints} where ${inTenant(webhookEndpoints, tenant)}
    ) e on true`.then(one);
  const { open, answered, failed, waiting, status, disabledReason, failingSince } = row;
  return {
    breaks: { open, answered },
    deliveries: { failed, waiting },
    endpoint: status && { status, disabledReason, failingSince: failingSince ? new Date(failingSince) : null },
  };
}

function breaksThat(reach: Reach, status: "OPEN" | "ANSWERED") {
  const those = inReach(breaks, reach, sql`${breaks.status} <> 'RESOLVED'`, sql`${breaks.status} = ${status}`);
  return sql`(select count(*)::int from (select from ${breaks} where ${those} limit ${countedUpTo + 1}) counted)`;
}

function deliveriesThat(tenant: Tenant, status: "FAILED" | "PENDING") {
  const those = inTenant(deliveries, tenant, standsAs(status));
  return sql`(select count(*)::int from (select from ${deliveries} where ${those} limit ${countedUpTo + 1}) counted)`;
}
