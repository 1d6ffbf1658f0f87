import { desc, eq, gt, notLike, sql } from "drizzle-orm";
import { z } from "zod";
import { db, transaction } from "@/db/client";
import { deleteOlder } from "@/db/delete-older";
import { demoWebhooks } from "@/db/schema/operations";
import { inTenant, ownedBy } from "@/db/tenancy";
import { type Tenant, tenantOf } from "@/lib/kernel/actor";
import { day, later } from "@/lib/kernel/calendar";
import type { RealTime } from "@/lib/kernel/time";
import { getEndpoint } from "@/lib/platform/messages/webhooks/queries";
import { receiverPath } from "@/lib/sandbox/test-helpers/receiver";
import { readCredentials } from "@/lib/sandbox/test-helpers/state";

/** How long a webhook is kept for the demo page. */
export const demoWebhookRetention = 7 * day;

/** Most webhooks read at once. */
const page = 50;

/** Most sellers named as new. */
const newest = 4;

const eventShape = z.looseObject({
  event: z.string(),
  event_id: z.string(),
  merchant: z.looseObject({ marketplace_id: z.string().nullable() }).optional(),
});

export type DemoWebhook = { number: number; event: string; eventId: string; receivedAt: string; body: string };

/** Stores a webhook whose signature has been verified, once; anything that is not an event is ignored. */
export async function keepWebhook(call: { body: unknown; realNow: RealTime }): Promise<void> {
  const tenant = await demoTenant();
  const { success, data: body } = eventShape.safeParse(call.body);
  if (!tenant || !success) return;
  await transaction(async () => {
    // One at a time, so a reader who has read up to a number has not missed a lower one.
    await db().execute(sql`lock table demo_webhooks in share row exclusive mode`);
    await db()
      .insert(demoWebhooks)
      .values({
        ...ownedBy(tenant),
        event: body.event,
        eventId: body.event_id,
        thirdPartyCustomerId: body.merchant?.marketplace_id ?? null,
        body,
        receivedAt: call.realNow,
      })
      .onConflictDoNothing();
  });
}

/** The webhooks about a merchant that came after the one with this number, newest first, at most 50. */
export async function listWebhooks(ref: string, after: number): Promise<DemoWebhook[]> {
  const tenant = await demoTenant();
  if (!tenant) return [];
  const rows = await db()
    .select()
    .from(demoWebhooks)
    .where(inTenant(demoWebhooks, tenant, eq(demoWebhooks.thirdPartyCustomerId, ref), gt(demoWebhooks.number, after)))
    .orderBy(desc(demoWebhooks.number))
    .limit(page);
  return rows.map(({ number, event, eventId, receivedAt, body }) => ({
    number,
    event,
    eventId,
    receivedAt: receivedAt.toISOString(),
    body: JSON.stringify(body, null, 2),
  }));
}

/** The sellers that people created last at the demo marketplace: their ids, the newest first. */
export async function listNewSellers(): Promise<string[]> {
  const tenant = await demoTenant();
  if (!tenant) return [];
  const rows = await db()
    .select({ seller: demoWebhooks.thirdPartyCustomerId })
    .from(demoWebhooks)
    .where(
      inTenant(
        demoWebhooks,
        tenant,
        eq(demoWebhooks.event, "merchant.created"),
        notLike(demoWebhooks.thirdPartyCustomerId, "test-%"),
      ),
    )
    .orderBy(desc(demoWebhooks.number))
    .limit(newest);
  return rows.flatMap(({ seller }) => seller ?? []);
}

/** Where the demo's webhooks go if a developer redirected or disabled them; null if they go to the demo. */
export async function otherReceiver(): Promise<{ url: string; disabled: boolean } | null> {
  const tenant = await demoTenant();
  if (!tenant) return null;
  const { url, status } = await getEndpoint(tenant);
  const disabled = status === "DISABLED";
  return disabled || !url.endsWith(receiverPath) ? { url, disabled } : null;
}

/** Deletes webhooks past their retention; see `deleteOlder`. */
export function purgeDemoWebhooks({ realNow, limit }: { realNow: RealTime; limit: number }): Promise<number> {
  return deleteOlder(demoWebhooks.receivedAt, later(realNow, -demoWebhookRetention), limit);
}

async function demoTenant(): Promise<Tenant | null> {
  const credentials = await readCredentials();
  return credentials && tenantOf({ marketplaceId: credentials.marketplaceId, environment: "test" });
}
