import { and, eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { deliveries, events, webhookEndpoints } from "@/db/schema/webhooks";
import { coalesced } from "@/lib/coalesce";

/** All that an attempt needs, secrets still encrypted; undefined when the delivery is not claimed or not to be made. */
export const loadDelivery = coalesced(100, async (ids: string[]) => {
  const rows = await select(ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id));
});

function select(ids: readonly string[]) {
  const ofDelivery = and(
    eq(webhookEndpoints.marketplaceId, deliveries.marketplaceId),
    eq(webhookEndpoints.environment, deliveries.environment),
  );
  return db()
    .select({
      id: deliveries.id,
      marketplaceId: deliveries.marketplaceId,
      environment: deliveries.environment,
      attempts: deliveries.attempts,
      // As text: it is compared when the outcome is written.
      leasedUntil: sql<string>`${deliveries.leasedUntil}::text`,
      eventId: events.id,
      body: events.body,
      url: webhookEndpoints.url,
      secret: webhookEndpoints.secret,
      previousSecret: webhookEndpoints.previousSecret,
      previousSecretUntil: webhookEndpoints.previousSecretUntil,
      failingSince: webhookEndpoints.failingSince,
    })
    .from(deliveries)
    .innerJoin(events, eq(events.id, deliveries.eventId))
    .innerJoin(webhookEndpoints, ofDelivery)
    .where(
      and(
        sql`${deliveries.id} = any(${sql.param(ids)}::text[])`,
        eq(deliveries.status, "PENDING"),
        eq(webhookEndpoints.status, "ENABLED"),
        sql`${deliveries.leasedUntil} is not null`,
      ),
    );
}
