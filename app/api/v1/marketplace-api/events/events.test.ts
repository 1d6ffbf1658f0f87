import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { POST as createMerchant } from "@/app/api/v1/marketplace-api/merchants/route";
import { db } from "@/db/client";
import { deliveries, deliveryAttempts } from "@/db/schema/webhooks";
import type { Tenant } from "@/lib/kernel/actor";
import { day, hour, later, minute } from "@/lib/kernel/calendar";
import { deliver } from "@/lib/platform/messages/webhooks/deliver-webhooks";
import { type EventAnswer, eventAnswer, eventList } from "@/lib/platform/messages/webhooks/schema";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { createMarketplace } from "@/test/factories/marketplace";
import { startReceiver } from "@/test/factories/receiver";
import { createEndpoint, createEvents, takeDelivery } from "@/test/factories/webhook";
import { instant, now } from "@/test/time";
import { POST as redeliverOne } from "./[eventId]/redeliver/route";
import { POST as redeliverMany } from "./redeliver/route";
import { GET as list } from "./route";

useDatabase();

const at = now();
const elsewhere = "https://example.com/";

async function page(key: string, query: Record<string, string | number> = {}) {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const answer = await call(list, { key, path: `/events?${search}` });
  return { status: answer.status, json: answer.json, ids: ids(answer.json.data as EventAnswer[] | undefined) };
}

const ids = (data: readonly EventAnswer[] = []) => data.map((event) => event.id);
const again = (key: string, eventId: string) =>
  call(redeliverOne, { key, method: "POST", path: `/events/${eventId}/redeliver`, params: { eventId } });
const range = (key: string, body: unknown) => call(redeliverMany, { key, body });

async function setStatus(deliveryId: string, status: "DELIVERED" | "FAILED" | "NOT_SENT") {
  const done = { status, dueAt: null, leasedUntil: null, finishedAt: at };
  await db().update(deliveries).set(done).where(eq(deliveries.id, deliveryId));
}

async function stateOf(deliveryId: string) {
  const [row] = await db().select().from(deliveries).where(eq(deliveries.id, deliveryId));
  return row;
}

async function oneEvent(tenant: Tenant) {
  const [event] = await createEvents(tenant, 1, { at });
  if (!event) throw new Error("No event was made.");
  return event;
}

describe("GET /events", () => {
  it("shows what was sent and how it went", async () => {
    const { testKey, test } = await createMarketplace();
    const receiver = await startReceiver((_, response) => response.writeHead(500).end("boom"));
    await createEndpoint(test, receiver.url);
    const merchant = await call(createMerchant, {
      key: testKey,
      body: {
        thirdPartyCustomerId: "shop-1",
        businessName: "Shop",
        email: "a@b.example",
        phoneNumber: "+2348012345678",
      },
    });
    const fresh = (await page(testKey)).json as { data: EventAnswer[]; hasMore: boolean };
    expect(fresh.hasMore).toBe(false);
    const [event] = fresh.data;
    expect(event).toMatchObject({
      id: expect.stringMatching(/^evt_/),
      event: "merchant.created",
      merchantId: merchant.json.merchantId,
      thirdPartyCustomerId: "shop-1",
      sequence: 1,
      payload: { event: "merchant.created", merchant: { marketplace_id: "shop-1" } },
      delivery: { status: "PENDING", attempts: 0, lastAttempt: null },
    });
    expect(event?.payload.event_id).toBe(event?.id);
    expect(event?.delivery.id).toBe(event?.id.replace("evt_", "dlv_"));
    expect(event?.payload.timestamp).toBe(event?.occurredAt);
    expect(event?.delivery.nextAttemptAt).toBe(event?.occurredAt);

    const moment = instant(event?.occurredAt ?? "");
    await takeDelivery(event?.delivery.id ?? "", moment);
    await deliver(event?.delivery.id ?? "", () => moment);
    const [tried] = (await page(testKey)).json.data as EventAnswer[];
    expect(tried?.delivery).toMatchObject({
      status: "PENDING",
      attempts: 1,
      nextAttemptAt: later(moment, minute).toISOString(),
      lastAttempt: { at: moment.toISOString(), responseStatus: 500, error: null, durationMs: expect.any(Number) },
    });
    expect(eventList.safeParse((await page(testKey)).json).success).toBe(true);
  });

  it("keeps events that no endpoint was registered for", async () => {
    const { testKey } = await createMarketplace();
    const body = { thirdPartyCustomerId: "s", businessName: "S", email: "a@b.example", phoneNumber: "+2348012345678" };
    await call(createMerchant, { key: testKey, body });
    const { data } = (await page(testKey, { deliveryStatus: "NOT_SENT" })).json as { data: EventAnswer[] };
    expect(data).toMatchObject([{ delivery: { status: "NOT_SENT", nextAttemptAt: null, lastAttempt: null } }]);
  });

  it("goes through pages, newest first, both ways", async () => {
    const { testKey, test } = await createMarketplace();
    const newestFirst = (await createEvents(test, 7, { at })).map((event) => event.eventId).reverse();
    const first = await page(testKey, { limit: 3 });
    expect(first).toMatchObject({ ids: newestFirst.slice(0, 3), json: { hasMore: true } });
    const second = await page(testKey, { limit: 3, startingAfter: newestFirst[2] ?? "" });
    expect(second).toMatchObject({ ids: newestFirst.slice(3, 6), json: { hasMore: true } });
    const third = await page(testKey, { limit: 3, startingAfter: newestFirst[5] ?? "" });
    expect(third).toMatchObject({ ids: newestFirst.slice(6), json: { hasMore: false } });
    const back = await page(testKey, { limit: 3, endingBefore: newestFirst[6] ?? "" });
    expect(back).toMatchObject({ ids: newestFirst.slice(3, 6), json: { hasMore: true } });
    const start = await page(testKey, { limit: 3, endingBefore: newestFirst[3] ?? "" });
    expect(start).toMatchObject({ ids: newestFirst.slice(0, 3), json: { hasMore: false } });
    expect((await page(testKey, { limit: 7 })).json.hasMore).toBe(false);
  });

  it("filters by event, by merchant under either name, and by delivery status", async () => {
    const { testKey, test } = await createMarketplace();
    const [one] = await createEvents(test, 2, { at });
    const other = await createEvents(test, 2, { at, type: "kyc.approved" });
    await setStatus(other[0]?.deliveryId ?? "", "FAILED");
    await setStatus(other[1]?.deliveryId ?? "", "DELIVERED");
    expect((await page(testKey, { event: "kyc.approved" })).ids).toEqual([other[1]?.eventId, other[0]?.eventId]);
    expect((await page(testKey, { merchantId: one?.merchantId ?? "" })).ids).toHaveLength(2);
    expect((await page(testKey, { merchantId: one?.thirdPartyCustomerId ?? "" })).ids).toHaveLength(2);
    expect((await page(testKey, { merchantId: "nobody" })).ids).toEqual([]);
    expect((await page(testKey, { deliveryStatus: "FAILED" })).ids).toEqual([other[0]?.eventId]);
    expect((await page(testKey, { deliveryStatus: "PENDING" })).ids).toHaveLength(2);
    expect((await page(testKey, { deliveryStatus: "FAILED", event: "merchant.created" })).ids).toEqual([]);
  });

  it.each([
    [{ limit: 0 }, "limit"],
    [{ limit: 101 }, "limit"],
    [{ event: "kyc.unknown" }, "event"],
    [{ deliveryStatus: "LOST" }, "deliveryStatus"],
    [{ startingAfter: "mer_1" }, "startingAfter"],
    [{ startingAfter: "evt_1", endingBefore: "evt_2" }, "endingBefore"],
  ])("refuses %j", async (query, field) => {
    const { testKey } = await createMarketplace();
    expect(await page(testKey, query as Record<string, string>)).toMatchObject({
      status: 400,
      json: { errors: [{ field }] },
    });
  });
});

describe("POST /events/{eventId}/redeliver", () => {
  it.each(["FAILED", "DELIVERED", "NOT_SENT"] as const)(
    "sends what is %s again, same event, new round",
    async (status) => {
      const { testKey, test } = await createMarketplace();
      const receiver = await startReceiver();
      await createEndpoint(test, receiver.url);
      const { eventId, deliveryId } = await oneEvent(test);
      await db()
        .insert(deliveryAttempts)
        .values({ deliveryId, number: 5, url: elsewhere, startedAt: at, durationMs: 1 });
      await setStatus(deliveryId, status);
      await db().update(deliveries).set({ attempts: 5 }).where(eq(deliveries.id, deliveryId));

      const answer = await again(testKey, eventId);
      expect(answer).toMatchObject({
        status: 200,
        json: { id: eventId, delivery: { status: "PENDING", attempts: 0 } },
      });
      expect(eventAnswer.safeParse(answer.json).success).toBe(true);
      const moment = later(now(), minute);
      expect(await takeDelivery(deliveryId, moment)).toBe(true);
      await deliver(deliveryId, () => moment);
      expect(receiver.deliveries.map((one) => one.eventId)).toEqual([eventId]);
      expect(await stateOf(deliveryId)).toMatchObject({ status: "DELIVERED", attempts: 1 });
      const log = await db().select().from(deliveryAttempts).where(eq(deliveryAttempts.deliveryId, deliveryId));
      expect(log.map((one) => one.number).sort()).toEqual([5, 6]);
    },
  );

  it("brings a waiting retry forward", async () => {
    const { testKey, test } = await createMarketplace();
    await createEndpoint(test, elsewhere);
    const { eventId, deliveryId } = await oneEvent(test);
    await db()
      .update(deliveries)
      .set({ attempts: 3, dueAt: later(at, hour) })
      .where(eq(deliveries.id, deliveryId));
    await again(testKey, eventId);
    const state = await stateOf(deliveryId);
    expect(state).toMatchObject({ status: "PENDING", attempts: 0 });
    expect(state?.dueAt?.getTime()).toBeLessThan(later(at, hour).getTime());
  });

  it("does not double an attempt that is under way", async () => {
    const { testKey, test } = await createMarketplace();
    let answer: () => void = () => {};
    const receiver = await startReceiver((_, response) => {
      answer = () => response.end();
    });
    await createEndpoint(test, receiver.url);
    const { eventId, deliveryId } = await oneEvent(test);
    await takeDelivery(deliveryId, now());
    const underWay = deliver(deliveryId);
    await expect.poll(() => receiver.deliveries.length).toBe(1);
    expect((await again(testKey, eventId)).status).toBe(200);
    expect(await takeDelivery(deliveryId, now())).toBe(false);
    answer();
    await underWay;
    expect(await stateOf(deliveryId)).toMatchObject({ status: "DELIVERED", attempts: 1 });
    expect(receiver.deliveries).toHaveLength(1);
  });

  it("needs an endpoint that is enabled", async () => {
    const { testKey, test } = await createMarketplace();
    const { eventId } = await oneEvent(test);
    expect(await again(testKey, eventId)).toMatchObject({ status: 409, json: { code: "WEBHOOK_NOT_REGISTERED" } });
    await createEndpoint(test, elsewhere, { status: "DISABLED" });
    expect(await again(testKey, eventId)).toMatchObject({ status: 409, json: { code: "WEBHOOK_NOT_REGISTERED" } });
    const body = { from: at.toISOString(), to: later(at, 1).toISOString() };
    expect(await range(testKey, body)).toMatchObject({ status: 409, json: { code: "WEBHOOK_NOT_REGISTERED" } });
  });

  it("answers 404 for an unknown event", async () => {
    const { testKey } = await createMarketplace();
    expect(await again(testKey, "evt_unknown")).toMatchObject({ status: 404, json: { code: "NOT_FOUND" } });
  });
});

describe("tenancy", () => {
  it("shows and changes nothing of another marketplace or environment", async () => {
    const [one, other] = [await createMarketplace({ live: true }), await createMarketplace()];
    await createEndpoint(one.test, elsewhere);
    await createEndpoint(one.live, elsewhere);
    await createEndpoint(other.test, elsewhere);
    const { eventId, deliveryId, merchantId } = await oneEvent(one.test);
    await setStatus(deliveryId, "FAILED");
    for (const key of [one.liveKey, other.testKey]) {
      expect((await page(key)).ids).toEqual([]);
      expect((await page(key, { merchantId })).ids).toEqual([]);
      expect((await page(key, { deliveryStatus: "FAILED" })).ids).toEqual([]);
      expect((await again(key, eventId)).status).toBe(404);
      const body = { from: later(at, -day).toISOString(), to: later(at, day).toISOString() };
      expect((await range(key, body)).json).toEqual({ redelivered: 0 });
    }
    expect(await stateOf(deliveryId)).toMatchObject({ status: "FAILED" });
    expect((await page(one.testKey)).ids).toEqual([eventId]);
  });
});
