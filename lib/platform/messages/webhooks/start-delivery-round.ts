import { asc, eq, type SQL, sql } from "drizzle-orm";
import { db, wakeWorkers } from "@/db/client";
import { deliveries } from "@/db/schema/webhooks";
import { inTenant } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { CodedError } from "@/lib/kernel/errors";
import type { Clocks } from "@/lib/kernel/time";
import type { EventType } from "@/lib/terms/events/all-events";
import { findEndpoint } from "./queries";

// The engine finds the rest by itself.
const mostWakeUps = 100;

/** The event types that the tenant's endpoint subscribes to; null for all. */
export async function requireEndpoint(tenant: Tenant): Promise<readonly EventType[] | null> {
  const endpoint = await findEndpoint(tenant);
  if (endpoint?.status === "ENABLED") return endpoint.events;
  throw new CodedError(
    "WEBHOOK_NOT_REGISTERED",
    endpoint
      ? "The webhook endpoint is disabled. Register it again with PUT /api/v1/marketplace-api/webhook."
      : "There is no webhook endpoint. Register one with PUT /api/v1/marketplace-api/webhook.",
  );
}

/** Locks in the order of the ids, as everything does that locks several. */
export async function lockDeliveries(tenant: Tenant, which: SQL | undefined): Promise<string[]> {
  const rows = await db()
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(inTenant(deliveries, tenant, which))
    .orderBy(asc(deliveries.id))
    .for("no key update");
  return rows.map((row) => row.id);
}

/**
 * Begins a new round for deliveries this transaction has locked. While an attempt is under way its lease and count stay
 * as they are, so that its outcome still finds its row and nobody sends beside it.
 * @returns how many began one: a pending delivery with an attempt under way does not.
 */
export async function startDeliveryRound(tenant: Tenant, ids: readonly string[], at: Clocks): Promise<number> {
  const underWay = sql`coalesce(${deliveries.leasedUntil} > ${at.realNow.toISOString()}::timestamptz, false)`;
  const rows = await db()
    .update(deliveries)
    .set({
      status: "PENDING",
      dueAt: at.now,
      finishedAt: null,
      attempts: sql`case when ${underWay} then ${deliveries.attempts} else 0 end`,
      leasedUntil: sql`case when ${underWay} then ${deliveries.leasedUntil} end`,
    })
    .where(
      inTenant(
        deliveries,
        tenant,
        sql`${deliveries.id} = any(${sql.param(ids)}::text[])`,
        sql`not (${eq(deliveries.status, "PENDING")} and ${underWay})`,
      ),
    )
    .returning({ id: deliveries.id });
  for (const row of rows.slice(0, mostWakeUps)) wakeWorkers(deliveries, row.id, tenant);
  return rows.length;
}
