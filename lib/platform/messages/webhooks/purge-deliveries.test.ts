import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { deliveries, deliveryAttempts, events, webhookEndpoints } from "@/db/schema/webhooks";
import { inReach, inTenant } from "@/db/tenancy";
import { day, later, minute } from "@/lib/kernel/calendar";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { useDatabase } from "@/test/database";
import { createMarketplace } from "@/test/factories/marketplace";
import { createEndpoint, createEvents } from "@/test/factories/webhook";
import { now } from "@/test/time";
import { deliveryRetention, purgeDeliveries } from "./purge-deliveries";

useDatabase();

const at = now();
const elsewhere = "https://example.com/";

describe("purgeDeliveries", () => {
  it("deletes what finished more than 30 days ago, with its event and attempts, in batches", async () => {
    const { test } = await createMarketplace();
    await createEndpoint(test, elsewhere);
    const before = later(at, -deliveryRetention);
    const finished = { status: "DELIVERED", dueAt: null, finishedAt: before } as const;
    const old = await createEvents(test, 3, { at: before, delivery: finished });
    const [recent] = await createEvents(test, 1, {
      at: before,
      delivery: { status: "FAILED", dueAt: null, finishedAt: later(before, minute) },
    });
    // Sent again a month ago, and waits since.
    const [waiting] = await createEvents(test, 1, { at: before });
    const [pending] = await createEvents(test, 1, { at });
    const deliveryId = old[0]?.deliveryId ?? "";
    await db()
      .insert(deliveryAttempts)
      .values({ deliveryId, number: 1, url: elsewhere, startedAt: before, durationMs: 1 });

    const moment = later(at, 1);
    expect(await purgeDeliveries(moment, 2)).toBe(3);
    expect(await purgeDeliveries(moment, 2)).toBe(0);
    const left = await db()
      .select({ id: events.id })
      .from(events)
      .where(inReach(events, everyMerchantOf(test)));
    expect(left.map((row) => row.id).sort()).toEqual([recent, waiting, pending].map((one) => one?.eventId).sort());
    expect(await db().select().from(deliveryAttempts).where(eq(deliveryAttempts.deliveryId, deliveryId))).toEqual([]);
  });

  it("is the only way for an event to go: the database keeps those that are younger", async () => {
    const { test } = await createMarketplace();
    const [event] = await createEvents(test, 1, { at: later(at, 2 * day - deliveryRetention) });
    const id = event?.eventId ?? "";
    await db().delete(deliveries).where(eq(deliveries.eventId, id));
    const refused = db().delete(events).where(eq(events.id, id));
    await expect(refused).rejects.toMatchObject({ cause: { message: "events of the last 29 days are kept" } });
  });

  it("closes what was written while its endpoint was being disabled", async () => {
    const { test } = await createMarketplace();
    await createEndpoint(test, elsewhere);
    // Written by a clock that is ahead.
    const [event] = await createEvents(test, 1, { at: later(at, minute) });
    await db().update(webhookEndpoints).set({ status: "DISABLED" }).where(inTenant(webhookEndpoints, test));
    await purgeDeliveries(at, 10);
    const [row] = await db()
      .select()
      .from(deliveries)
      .where(eq(deliveries.id, event?.deliveryId ?? ""));
    expect(row).toMatchObject({ status: "FAILED", dueAt: null, finishedAt: at });
  });
});
