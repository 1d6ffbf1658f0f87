import { asc, eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { fundingRequests } from "@/db/schema/funding";
import { kycRecords } from "@/db/schema/kyc";
import { marketplaces } from "@/db/schema/marketplaces";
import { auditLog } from "@/db/schema/operations";
import { deliveries, deliveryAttempts, events } from "@/db/schema/webhooks";
import { inReach, inTenant } from "@/db/tenancy";
import { tasks } from "@/lib/edge/jobs/all-tasks";
import { startEmbeddedEngine } from "@/lib/edge/jobs/embedded";
import { runDue } from "@/lib/edge/jobs/run-due";
import type { Tenant } from "@/lib/kernel/actor";
import { day, hour, later, minute, second } from "@/lib/kernel/calendar";
import { businessClock } from "@/lib/kernel/clock";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { createFundingRequest } from "@/lib/lending/funding/create-funding-request";
import { reviewKyc } from "@/lib/merchants/kyc/review-kyc";
import { claimDueDeliveries } from "@/lib/platform/messages/webhooks/claim-deliveries";
import { deliver } from "@/lib/platform/messages/webhooks/deliver-webhooks";
import { sandboxReviewDelay } from "@/lib/terms/kyc/constants";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyMerchant, sandboxActor, submittedMerchant } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { startReceiver } from "@/test/factories/receiver";
import { createEndpoint, createEvents, takeDelivery } from "@/test/factories/webhook";
import { instant, now } from "@/test/time";
import { POST as advance } from "./route";

useDatabase();

// The world's clock stands still, so that every moment on the way is exact.
const start = instant("2026-11-21T09:00:00.000Z");
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: start });
});
afterEach(() => {
  vi.useRealTimers();
});

const advanceBy = (key: string, ms: number) => call(advance, { key, body: { seconds: ms / second } });
const aheadOf = async ({ marketplaceId }: Tenant) =>
  (await db().select().from(marketplaces).where(eq(marketplaces.id, marketplaceId)))[0]?.testClockAhead;
const wish = { amountRequested: 5_000, tenorDays: 30, purpose: "Other", financingTimeframeDays: 7 } as const;

async function requestOf(tenant: Tenant, ref: string) {
  return createFundingRequest({ actor: sandboxActor(tenant), ref, input: wish, now: now() });
}

async function attemptsOf(tenant: Tenant) {
  return db()
    .select({ id: deliveries.id, startedAt: deliveryAttempts.startedAt, status: deliveryAttempts.responseStatus })
    .from(deliveryAttempts)
    .innerJoin(deliveries, eq(deliveries.id, deliveryAttempts.deliveryId))
    .where(inTenant(deliveries, tenant))
    .orderBy(asc(deliveryAttempts.startedAt), asc(deliveries.id));
}

const eventsOf = async (tenant: Tenant) =>
  (
    await db()
      .select()
      .from(events)
      .where(inReach(events, everyMerchantOf(tenant)))
      .orderBy(asc(events.id))
  ).map(({ type, occurredAt, body }) => ({
    type,
    at: occurredAt.getTime() - start.getTime(),
    told: Date.parse(JSON.parse(body).timestamp),
  }));

describe("the clock", () => {
  test("goes as far as asked, every time, for the test data of one marketplace", async () => {
    const [mine, other] = [await createMarketplace({ live: true }), await createMarketplace()];
    expect(await advanceBy(mine.testKey, 90 * second)).toMatchObject({
      status: 200,
      json: { now: later(start, 90 * second).toISOString(), aheadSeconds: 90, ran: true },
    });
    expect((await advanceBy(mine.testKey, 400 * day)).json).toEqual({
      now: later(start, 400 * day + 90 * second).toISOString(),
      aheadSeconds: (400 * day) / second + 90,
      ran: true,
    });
    expect([await aheadOf(mine.test), await aheadOf(other.test)]).toEqual([400 * day + 90 * second, 0]);
    const log = await db().select().from(auditLog).where(inTenant(auditLog, mine.test));
    expect(log.filter(({ action }) => action.startsWith("clock."))).toMatchObject([
      { action: "clock.advance", detail: { seconds: 90 }, at: start },
      { action: "clock.advance", detail: { seconds: 34_560_000 }, at: later(start, 90 * second) },
    ]);
  });

  test("of live data cannot be moved", async () => {
    const { liveKey, live } = await createMarketplace({ live: true });
    expect(await advanceBy(liveKey, second)).toMatchObject({ status: 403, json: { code: "TEST_KEY_REQUIRED" } });
    expect(await aheadOf(live)).toBe(0);
  });

  test("is moved by one after another", async () => {
    const { testKey, test: tenant } = await createMarketplace();
    const answers = await Promise.all([1, 2, 3].map(() => advanceBy(testKey, hour)));
    expect(new Set(answers.map(({ json }) => json.aheadSeconds))).toEqual(new Set([3_600, 7_200, 10_800]));
    expect(await aheadOf(tenant)).toBe(3 * hour);
  });

  test("stops before years of five digits", async () => {
    const { testKey, test: tenant } = await createMarketplace();
    const nearEnd = Date.parse("9000-12-31T00:00:00Z") - start.getTime();
    await db().update(marketplaces).set({ testClockAhead: nearEnd }).where(eq(marketplaces.id, tenant.marketplaceId));
    expect(await advanceBy(testKey, 2 * day)).toMatchObject({
      status: 400,
      json: { code: "VALIDATION_FAILED", errors: [{ field: "seconds" }] },
    });
    expect(await aheadOf(tenant)).toBe(nearEnd);
  });
});

describe("on the way", () => {
  test("a failing receiver is tried again on the published schedule, signed with real time", async () => {
    const { testKey, test: tenant } = await createMarketplace();
    const receiver = await startReceiver((_, response, count) => response.writeHead(count < 5 ? 500 : 200).end());
    await createEndpoint(tenant, receiver.url);
    await createEvents(tenant, 1, { at: start });
    expect((await advanceBy(testKey, 3 * hour)).json).toMatchObject({ ran: true });
    const delays = [0, minute, 5 * minute, 30 * minute, 2 * hour];
    let moment = 0;
    const expected = delays.map((delay) => {
      moment += delay;
      return later(start, moment);
    });
    expect((await attemptsOf(tenant)).map(({ startedAt }) => startedAt)).toEqual(expected);
    const [delivery] = await db().select().from(deliveries).where(inTenant(deliveries, tenant));
    expect(delivery).toMatchObject({ status: "DELIVERED", finishedAt: expected.at(-1) });
    const stamps = receiver.deliveries.map(({ headers }) => Number(headers["x-service-timestamp"]) * second);
    expect(stamps).toEqual(Array(5).fill(start.getTime()));
  });

  test("what is due happens in its order and at its time, and so does what follows from it", async () => {
    const { testKey, test: tenant } = await createMarketplace();
    const receiver = await startReceiver();
    await createEndpoint(tenant, receiver.url);
    const { merchantId } = await submittedMerchant(tenant);
    await requestOf(tenant, merchantId);
    const [late] = await createEvents(tenant, 1, { at: start, delivery: { dueAt: later(start, 2 * hour) } });
    // Approved ten seconds after it was submitted, without data: given up a day later, in another two days.
    expect((await advanceBy(testKey, 3 * day)).json).toMatchObject({ ran: true });
    const told = (await eventsOf(tenant)).filter(({ type }) => !/created|submitted/.test(type));
    expect(told).toMatchObject([
      { type: "kyc.approved", at: sandboxReviewDelay },
      { type: "funding_request.rejected", at: sandboxReviewDelay + day },
    ]);
    expect(told.map(({ told }) => told - start.getTime())).toEqual(told.map(({ at }) => at));
    const [request] = await db().select().from(fundingRequests).where(eq(fundingRequests.merchantId, merchantId));
    expect(request).toMatchObject({
      failureReason: "NO_CREDIT_SCORE",
      decidedAt: later(start, sandboxReviewDelay + day),
    });
    const order = receiver.deliveries.map(({ eventId, body }) =>
      eventId === late?.eventId ? "late" : JSON.parse(body).event,
    );
    expect(order.slice(-3)).toEqual(["kyc.approved", "late", "funding_request.rejected"]);
  });

  test("a request is decided the moment its timeframe ends, however many two-minute looks that spares", async () => {
    const { testKey, test: tenant } = await createMarketplace();
    const { merchantId } = await anyMerchant(tenant);
    vi.setSystemTime(later(start, 777));
    const { id } = await requestOf(tenant, merchantId);
    const task = tasks.find(({ name }) => name === "decide-funding-request");
    if (!task) throw new Error("the task has another name now");
    const looks = vi.spyOn(task, "run");
    try {
      expect((await advanceBy(testKey, 30 * day)).json).toMatchObject({ ran: true });
      expect(looks.mock.calls.length).toBeLessThan(20);
    } finally {
      looks.mockRestore();
    }
    const [request] = await db().select().from(fundingRequests).where(eq(fundingRequests.id, id));
    expect(request).toMatchObject({ failureReason: "TIMEFRAME_EXPIRED", decidedAt: later(start, 777 + 7 * day) });
  });

  test("another marketplace's rows, and live ones, stay as they are", async () => {
    const [mine, other] = [await createMarketplace({ live: true }), await createMarketplace()];
    const { merchantId } = await submittedMerchant(other.test);
    const requests = [];
    for (const tenant of [mine.live, other.test]) {
      requests.push(await requestOf(tenant, (await anyMerchant(tenant)).merchantId));
    }
    await advanceBy(mine.testKey, 30 * day);
    const [record] = await db().select().from(kycRecords).where(eq(kycRecords.merchantId, merchantId));
    expect(record?.status).toBe("SUBMITTED");
    for (const { id } of requests) {
      const [request] = await db().select().from(fundingRequests).where(eq(fundingRequests.id, id));
      expect(request).toMatchObject({ status: "PENDING", dueAt: start });
    }
  });

  test("what a receiver does in answer happens at that moment, too", async () => {
    const { testKey, test: tenant } = await createMarketplace();
    const { merchantId } = await submittedMerchant(tenant, { lastName: "Manual" });
    const receiver = await startReceiver(async ({ body }, response) => {
      const { event } = JSON.parse(body);
      if (event === "merchant.created") {
        const at = businessClock((await aheadOf(tenant)) ?? 0)();
        await reviewKyc({ actor: sandboxActor(tenant), ref: merchantId, outcome: { status: "APPROVED" }, now: at });
      }
      response.end();
    });
    await createEndpoint(tenant, receiver.url);
    await createEvents(tenant, 1, { at: start, delivery: { dueAt: later(start, hour) } });
    expect((await advanceBy(testKey, day)).json).toMatchObject({ ran: true });
    expect((await eventsOf(tenant)).at(-1)).toMatchObject({ type: "kyc.approved", at: hour });
    expect(receiver.deliveries.map(({ body }) => JSON.parse(body).event)).toEqual(["merchant.created", "kyc.approved"]);
  });
});

test("beside a running engine everything is still done once, and in its order", async () => {
  const stop = await startEmbeddedEngine(tasks);
  try {
    const { testKey, test: tenant } = await createMarketplace();
    const tried = new Map<string, number>();
    const receiver = await startReceiver(({ eventId }, response) => {
      tried.set(eventId, (tried.get(eventId) ?? 0) + 1);
      response.writeHead(tried.get(eventId) === 3 ? 200 : 500).end();
    });
    await createEndpoint(tenant, receiver.url);
    const hours = [1, 2, 3, 4];
    const made = [];
    for (const n of hours)
      made.push(...(await createEvents(tenant, 1, { delivery: { dueAt: later(start, n * hour) } })));
    expect((await advanceBy(testKey, day)).json).toMatchObject({ ran: true });
    const tries = [0, minute, 6 * minute];
    expect((await attemptsOf(tenant)).map(({ id, startedAt }) => [id, startedAt])).toEqual(
      made.flatMap(({ deliveryId }, i) => tries.map((after) => [deliveryId, later(start, (i + 1) * hour + after)])),
    );
    expect(receiver.deliveries).toHaveLength(hours.length * tries.length);
  } finally {
    await stop();
  }
});

/** A receiver that answers the first request when it is told to. */
async function hangingReceiver(status: number) {
  let answer = () => {};
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const receiver = await startReceiver((_, response) => {
    answer = () => response.writeHead(status).end();
    arrive();
  });
  return { receiver, arrived, answer: () => answer() };
}

describe("a delivery that a worker has in hand when the clock jumps", () => {
  test("is made once: no other worker gets it, and a run of what is due waits for it", async () => {
    const { test: tenant, marketplaceId } = await createMarketplace();
    const { receiver, arrived, answer } = await hangingReceiver(200);
    await createEndpoint(tenant, receiver.url);
    const [event] = await createEvents(tenant, 1, { at: start });
    const id = event?.deliveryId ?? "";
    expect(await takeDelivery(id, now())).toBe(true);
    const inHand = deliver(id, businessClock(0));
    await arrived;

    await db()
      .update(marketplaces)
      .set({ testClockAhead: 90 * day })
      .where(eq(marketplaces.id, marketplaceId));
    expect(await claimDueDeliveries(10, now())).toEqual([]);
    expect(await takeDelivery(id, now())).toBe(false);
    const rest = runDue(tenant, { retries: true });
    answer();
    expect(await inHand).toBeNull();
    expect(await rest).toBe(true);
    expect(receiver.deliveries).toHaveLength(1);
    expect(await attemptsOf(tenant)).toMatchObject([{ id, status: 200 }]);
  });

  test("keeps the advance waiting, and is not repeated meanwhile", async () => {
    const { testKey, test: tenant } = await createMarketplace();
    const { receiver, arrived, answer } = await hangingReceiver(500);
    await createEndpoint(tenant, receiver.url);
    const [event] = await createEvents(tenant, 1, { at: start });
    const id = event?.deliveryId ?? "";
    await takeDelivery(id, now());
    const inHand = deliver(id, businessClock(0));
    await arrived;
    const advanced = advanceBy(testKey, 30 * second);
    answer();
    expect(await inHand).toEqual(later(start, minute));
    expect((await advanced).json).toMatchObject({ aheadSeconds: 30, ran: true });
    expect(receiver.deliveries).toHaveLength(1);
  });
});
