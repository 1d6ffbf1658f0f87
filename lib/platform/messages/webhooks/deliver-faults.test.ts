import { asc, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { db } from "@/db/client";
import { deliveries, deliveryAttempts, webhookEndpoints } from "@/db/schema/webhooks";
import { inTenant } from "@/db/tenancy";
import { later, minute } from "@/lib/kernel/calendar";
import { encrypt, newWebhookSecret } from "@/lib/kernel/crypto";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { secretPurpose } from "@/lib/terms/outbound-webhooks";
import { useDatabase } from "@/test/database";
import { createMarketplace } from "@/test/factories/marketplace";
import { startReceiver } from "@/test/factories/receiver";
import { createEndpoint, createEvents } from "@/test/factories/webhook";
import { instant, now } from "@/test/time";
import { claimDueDeliveries } from "./claim-deliveries";
import { deliver } from "./deliver-webhooks";
import { getEvent } from "./queries";

useDatabase();

const at = now();

it("records an event that cannot be signed as a failed attempt, and sends nothing", async () => {
  const receiver = await startReceiver();
  const { test: tenant } = await createMarketplace();
  const underLostKey = encrypt(secretPurpose, newWebhookSecret()).replace(/^k1\./, "lost.");
  await createEndpoint(tenant, receiver.url, { secret: underLostKey });
  const [event] = await createEvents(tenant, 1, { at });
  await claimDueDeliveries(1, at, { tenant });

  expect(await deliver(event?.deliveryId ?? "", () => at)).toEqual(later(at, minute));
  expect((await getEvent(everyMerchantOf(tenant), event?.eventId ?? "")).delivery).toMatchObject({
    status: "PENDING",
    attempts: 1,
    nextAttemptAt: later(at, minute).toISOString(),
    lastAttempt: { responseStatus: null, error: expect.stringContaining("could not be signed") },
  });
  const [endpoint] = await db().select().from(webhookEndpoints).where(inTenant(webhookEndpoints, tenant));
  expect(endpoint?.failingSince).toEqual(at);
  expect(receiver.deliveries).toHaveLength(0);
});

it("records the others of a batch of which one cannot be written", async () => {
  const receiver = await startReceiver();
  const { test: tenant } = await createMarketplace();
  await createEndpoint(tenant, receiver.url);
  const made = await createEvents(tenant, 10, { at });
  await claimDueDeliveries(10, at, { tenant });
  // A moment that the database does not take.
  const never = instant(Number.NaN);
  const results = await Promise.allSettled(
    made.map(({ deliveryId }, i) => {
      const startedAt = [i === 3 ? never : at];
      return deliver(deliveryId, () => startedAt.shift() ?? at);
    }),
  );
  expect(results.filter(({ status }) => status === "rejected")).toHaveLength(1);
  const mine = inTenant(deliveries, tenant);
  const rows = await db().select().from(deliveries).where(mine).orderBy(asc(deliveries.id));
  expect(rows.map(({ status }) => status)).toEqual(made.map((_, i) => (i === 3 ? "PENDING" : "DELIVERED")));
  const attempts = await db()
    .select({ id: deliveryAttempts.deliveryId })
    .from(deliveryAttempts)
    .innerJoin(deliveries, eq(deliveries.id, deliveryAttempts.deliveryId))
    .where(mine);
  expect(attempts).toHaveLength(9);
});
