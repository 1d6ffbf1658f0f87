import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { deliveries, deliveryAttempts, events, webhookEndpoints } from "@/db/schema/webhooks";
import { inReach, inTenant } from "@/db/tenancy";
import { later, minute } from "@/lib/kernel/calendar";
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
    const old = await createEvents(test, 3, { at, delivery: { status: "DELIVERED", dueAt: null, finishedAt: at } });
    const [recent] = await createEvents(test, 1, {
      at,
      delivery: { status: "FAILED", dueAt: null, finishedAt: later(at, minute) },
    });
    const [pending] = await createEvents(test, 1, { at });
    const deliveryId = old[0]?.deliveryId ?? "";
    await db().insert(deliveryAttempts).values({ deliveryId, number: 1, url: elsewhere, startedAt: at, durationMs: 1 });

    const moment = later(at, deliveryRetention + 1);
    expect(await purgeDeliveries(moment, 2)).toBe(2);
    expect(await purgeDeliveries(moment, 2)).toBe(1);
    expect(await purgeDeliveries(moment, 2)).toBe(0);
    const left = await db()
      .select({ id: events.id })
      .from(events)
      .where(inReach(events, everyMerchantOf(test)));
    expect(left.map((row) => row.id).sort()).toEqual([recent?.eventId, pending?.eventId].sort());
    expect(await db().select().from(deliveryAttempts).where(eq(deliveryAttempts.deliveryId, deliveryId))).toEqual([]);
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
