import { asc, eq } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { auditLog, mails } from "@/db/schema/operations";
import { deliveries, deliveryAttempts, webhookEndpoints } from "@/db/schema/webhooks";
import { inTenant } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { day, later, minute, second } from "@/lib/kernel/calendar";
import { encrypt, newWebhookSecret } from "@/lib/kernel/crypto";
import { secretPurpose } from "@/lib/terms/outbound-webhooks";
import { useDatabase } from "@/test/database";
import { createMarketplace } from "@/test/factories/marketplace";
import { startReceiver } from "@/test/factories/receiver";
import { createEndpoint, createEvents, takeDelivery } from "@/test/factories/webhook";
import { type Instant, instant, now } from "@/test/time";
import { claimDueDeliveries, leaseMs } from "./claim-deliveries";
import { deliver } from "./deliver-webhooks";
import { retryDelays } from "./retry-policy";

useDatabase();

const at = now();

async function setUp(url: string, count = 1, endpoint: Parameters<typeof createEndpoint>[2] = {}) {
  const { test } = await createMarketplace();
  const secret = await createEndpoint(test, url, endpoint);
  const made = await createEvents(test, count, { at });
  return { tenant: test, secret, made, id: made[0]?.deliveryId ?? "", eventId: made[0]?.eventId ?? "" };
}

async function stateOf(id: string) {
  const [row] = await db().select().from(deliveries).where(eq(deliveries.id, id));
  const attempts = await db()
    .select()
    .from(deliveryAttempts)
    .where(eq(deliveryAttempts.deliveryId, id))
    .orderBy(asc(deliveryAttempts.number));
  return { ...row, log: attempts };
}

const endpointOf = async (tenant: Tenant) =>
  (await db().select().from(webhookEndpoints).where(inTenant(webhookEndpoints, tenant)))[0];

/** Claims at a moment and delivers at it. */
async function attempt(id: string, moment: Instant, deadlineMs?: number) {
  expect(await takeDelivery(id, moment)).toBe(true);
  return deliver(id, () => moment, deadlineMs);
}

describe("deliver", () => {
  it("sends the stored body signed, and records that it was taken", async () => {
    const receiver = await startReceiver((_, response) => response.writeHead(202).end("thanks"));
    const { id, secret, eventId } = await setUp(receiver.url);
    expect(await attempt(id, at)).toBe(null);

    const [request] = receiver.deliveries;
    expect(new Webhook(secret).verify(request?.body ?? "", request?.headers as Record<string, string>)).toMatchObject({
      event_id: eventId,
    });
    expect(request?.headers["x-service-event-id"]).toBe(eventId);
    const state = await stateOf(id);
    expect(state).toMatchObject({ status: "DELIVERED", attempts: 1, dueAt: null, leasedUntil: null, finishedAt: at });
    expect(state.log).toMatchObject([
      { number: 1, url: receiver.url, startedAt: at, responseStatus: 202, responseBody: "thanks", error: null },
    ]);
  });

  it("signs with both secrets for a day after a rotation", async () => {
    const previous = newWebhookSecret();
    const receiver = await startReceiver();
    const sealed = { previousSecret: encrypt(secretPurpose, previous) };
    const during = await setUp(receiver.url, 1, { ...sealed, previousSecretUntil: later(now(), minute) });
    const after = await setUp(receiver.url, 1, { ...sealed, previousSecretUntil: later(now(), -1) });
    await attempt(during.id, at);
    await attempt(after.id, at);
    const [first, second] = receiver.deliveries;
    const verify = (key: string, request = first) =>
      new Webhook(key).verify(request?.body ?? "", request?.headers as Record<string, string>);
    expect(verify(during.secret)).toBeTruthy();
    expect(verify(previous)).toBeTruthy();
    expect(verify(after.secret, second)).toBeTruthy();
    expect(() => verify(previous, second)).toThrow();
  });

  it("tries five times on the published schedule, counting from the end of each attempt, then gives up", async () => {
    const receiver = await startReceiver((_, response) => response.writeHead(500).end("boom"));
    const { id, tenant } = await setUp(receiver.url);
    let moment = at;
    for (const [number, delay] of [...retryDelays.slice(1), null].entries()) {
      expect(await takeDelivery(id, later(moment, -1))).toBe(false);
      expect(await takeDelivery(id, moment)).toBe(true);
      // The attempt itself takes three seconds.
      const times = [moment, later(moment, 3 * second)];
      const next = await deliver(id, () => times.shift() ?? moment);
      expect(next).toEqual(delay === null ? null : later(moment, 3 * second + delay));
      expect(await stateOf(id)).toMatchObject({ attempts: number + 1, dueAt: next });
      if (next) moment = instant(next);
    }
    const state = await stateOf(id);
    expect(state).toMatchObject({ status: "FAILED", dueAt: null, finishedAt: later(moment, 3 * second) });
    expect(state.log.map((one) => one.number)).toEqual([1, 2, 3, 4, 5]);
    expect(new Set(receiver.deliveries.map((one) => one.eventId)).size).toBe(1);
    expect((await endpointOf(tenant))?.failingSince).toEqual(later(at, 3 * second));
  });

  it("recovers after a failure, and forgets how long the endpoint has failed", async () => {
    const receiver = await startReceiver((_, response, count) => response.writeHead(count === 1 ? 500 : 200).end());
    const { id, tenant } = await setUp(receiver.url);
    expect(await attempt(id, at)).toEqual(later(at, minute));
    expect((await endpointOf(tenant))?.failingSince).toEqual(at);
    expect(await attempt(id, later(at, minute))).toBe(null);
    expect(await stateOf(id)).toMatchObject({ status: "DELIVERED", attempts: 2 });
    expect((await endpointOf(tenant))?.failingSince).toBe(null);
  });

  it("records what went wrong as text", async () => {
    const receiver = await startReceiver(() => {});
    const hanging = await setUp(receiver.url);
    await attempt(hanging.id, at, 50);
    expect((await stateOf(hanging.id)).log).toMatchObject([{ responseStatus: null, error: "no answer within 0.05 s" }]);

    const redirecting = await startReceiver((_, response) => response.writeHead(302, { location: "/" }).end());
    const redirected = await setUp(redirecting.url);
    await attempt(redirected.id, at);
    expect((await stateOf(redirected.id)).log).toMatchObject([
      { responseStatus: 302, error: "redirects are not followed" },
    ]);

    const inside = await setUp("https://10.0.0.1/");
    await attempt(inside.id, at);
    expect((await stateOf(inside.id)).log).toMatchObject([{ error: "address 10.0.0.1 is not public" }]);
  });

  it("never sends live data to loopback or over http", async () => {
    const receiver = await startReceiver();
    const { live } = await createMarketplace({ live: true });
    await createEndpoint(live, receiver.url);
    const [event] = await createEvents(live, 1, { at });
    await attempt(event?.deliveryId ?? "", at);
    expect((await stateOf(event?.deliveryId ?? "")).log).toMatchObject([{ error: "http is not allowed, use https" }]);
    expect(receiver.deliveries).toHaveLength(0);
  });

  it("does nothing for a delivery that was not claimed, or that is settled", async () => {
    const receiver = await startReceiver();
    const { id } = await setUp(receiver.url);
    expect(await deliver(id)).toBe(null);
    await attempt(id, at);
    expect(await deliver(id)).toBe(null);
    expect(receiver.deliveries).toHaveLength(1);
  });
});

describe("disabling", () => {
  it("disables an endpoint that is gone: its other deliveries fail, and the marketplace is told once", async () => {
    const receiver = await startReceiver((_, response) => response.writeHead(410).end());
    const { origin } = new URL(receiver.url);
    const { tenant, made } = await setUp(`${receiver.url}?text=You+have+won`, 4);
    const claimed = await claimDueDeliveries(2, at, { tenant });
    expect(await Promise.all(claimed.map((one) => deliver(one.id, () => at)))).toEqual([null, null]);

    expect(await endpointOf(tenant)).toMatchObject({ status: "DISABLED", disabledReason: "GONE" });
    for (const { deliveryId } of made) {
      expect(await stateOf(deliveryId)).toMatchObject({ status: "FAILED", dueAt: null, finishedAt: at });
    }
    const sent = await db().select().from(mails).where(eq(mails.marketplaceId, tenant.marketplaceId));
    expect(sent).toHaveLength(1);
    expect(sent[0]?.recipient).toMatch(/^staff/);
    expect(sent[0]?.body).toContain(`events to your endpoint at ${origin}, because it answered 410 Gone.`);
    expect(sent[0]?.dueAt).toEqual(at);
    const audit = await db().select().from(auditLog).where(inTenant(auditLog, tenant));
    expect(audit).toMatchObject([{ actor: "job:deliver-webhook", detail: { reason: "GONE" } }]);
  });

  it("disables after three days of nothing but failures, not before", async () => {
    const receiver = await startReceiver((_, response) => response.writeHead(503).end());
    const early = await setUp(receiver.url, 1, { failingSince: later(at, -3 * day + second) });
    expect(await attempt(early.id, at)).toEqual(later(at, minute));
    expect((await endpointOf(early.tenant))?.status).toBe("ENABLED");
    expect((await endpointOf(early.tenant))?.failingSince).toEqual(later(at, -3 * day + second));

    const late = await setUp(receiver.url, 1, { failingSince: later(at, -3 * day) });
    expect(await attempt(late.id, at)).toBe(null);
    expect(await endpointOf(late.tenant)).toMatchObject({ status: "DISABLED", disabledReason: "FAILING" });
    expect(await stateOf(late.id)).toMatchObject({ status: "FAILED", attempts: 1 });
  });

  it("spares an endpoint that was registered again while its old address said gone", async () => {
    const { id, tenant } = await setUp("http://placeholder.invalid/");
    const receiver = await startReceiver(async (_, response) => {
      await db()
        .update(webhookEndpoints)
        .set({ url: "https://example.com/" })
        .where(inTenant(webhookEndpoints, tenant));
      response.writeHead(410).end();
    });
    await db().update(webhookEndpoints).set({ url: receiver.url }).where(inTenant(webhookEndpoints, tenant));
    expect(await attempt(id, at)).toEqual(later(at, minute));
    expect(await endpointOf(tenant)).toMatchObject({ status: "ENABLED", failingSince: null });
    expect(await stateOf(id)).toMatchObject({ status: "PENDING" });
  });

  it("still records an attempt that was under way and was taken", async () => {
    let answer: () => void = () => {};
    const slow = await startReceiver((received, response) => {
      if (received.eventId === eventId) answer = () => response.end();
      else response.writeHead(410).end();
    });
    const { made, tenant, eventId } = await setUp(slow.url, 2);
    const [first, second] = made;
    await claimDueDeliveries(2, at, { tenant });
    const underWay = deliver(first?.deliveryId ?? "", () => at);
    await expect.poll(() => slow.deliveries.length).toBe(1);
    await deliver(second?.deliveryId ?? "", () => at);
    expect(await stateOf(first?.deliveryId ?? "")).toMatchObject({ status: "FAILED" });
    answer();
    await underWay;
    expect(await stateOf(first?.deliveryId ?? "")).toMatchObject({ status: "DELIVERED", attempts: 1, dueAt: null });
  });
});

describe("workers side by side", () => {
  it("never both record: the one whose lease ended leaves the row to the other", async () => {
    const answers: (() => void)[] = [];
    const receiver = await startReceiver((_, response) => answers.push(() => response.writeHead(500).end()));
    const { id } = await setUp(receiver.url);
    await takeDelivery(id, at);
    const slow = deliver(id, () => at);
    await expect.poll(() => answers.length).toBe(1);
    // The first worker is thought dead.
    expect(await takeDelivery(id, later(at, leaseMs))).toBe(true);
    const second = deliver(id, () => later(at, leaseMs));
    await expect.poll(() => answers.length).toBe(2);
    for (const answer of answers) answer();
    expect(await slow).toBe(null);
    expect(await second).toEqual(later(at, leaseMs + minute));
    const state = await stateOf(id);
    expect(state).toMatchObject({ attempts: 1, dueAt: later(at, leaseMs + minute) });
    expect(state.log).toHaveLength(1);
  });

  it("records one of two that work under the same claim", async () => {
    const receiver = await startReceiver((_, response) => response.writeHead(500).end());
    const { id } = await setUp(receiver.url);
    await takeDelivery(id, at);
    const results = await Promise.all([deliver(id, () => at), deliver(id, () => at)]);
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(await stateOf(id)).toMatchObject({ attempts: 1, log: [{ number: 1 }] });
  });

  it("records a hundred attempts of several endpoints at once", async () => {
    const good = await startReceiver();
    const bad = await startReceiver((_, response) => response.writeHead(500).end());
    const [well, ill] = [await setUp(good.url, 30), await setUp(bad.url, 30)];
    const claimed = [
      ...(await claimDueDeliveries(30, at, { tenant: well.tenant })),
      ...(await claimDueDeliveries(30, at, { tenant: ill.tenant })),
    ];
    expect(claimed).toHaveLength(60);
    await Promise.all(claimed.map((one) => deliver(one.id, () => at)));
    for (const { deliveryId } of well.made) expect(await stateOf(deliveryId)).toMatchObject({ status: "DELIVERED" });
    for (const { deliveryId } of ill.made)
      expect(await stateOf(deliveryId)).toMatchObject({ status: "PENDING", attempts: 1 });
    expect((await endpointOf(well.tenant))?.failingSince).toBe(null);
    expect((await endpointOf(ill.tenant))?.failingSince).toEqual(at);
  });

  it("lets one receiver hang while another takes five hundred", async () => {
    const [dead, alive] = [await startReceiver(() => {}), await startReceiver()];
    const [hanging, healthy] = [await setUp(dead.url, 200), await setUp(alive.url, 500)];
    const inFlight = new Map<string, number>();
    const running = new Set<Promise<unknown>>();
    const count = (lane: string, by: number) => inFlight.set(lane, (inFlight.get(lane) ?? 0) + by);
    let ended = 0;
    for (let before = 0; alive.deliveries.length < 500; before = ended) {
      const claimed = await claimDueDeliveries(Math.max(1, 100 - running.size), at, { inFlight });
      for (const { id, lane } of claimed) {
        count(lane, 1);
        const work = deliver(id, () => at, 60_000).finally(() => {
          count(lane, -1);
          ended += 1;
          running.delete(work);
        });
        running.add(work);
      }
      // What ended while the claim was under way has made room that it could not know of.
      if (claimed.length === 0 && ended === before) await Promise.race(running);
    }
    // The hanging ones, at most the cap, are all still waiting.
    expect(dead.deliveries.length).toBeLessThanOrEqual(50);
    expect(await db().select().from(deliveryAttempts).where(eq(deliveryAttempts.url, dead.url))).toEqual([]);
    await dead.stop();
    await Promise.all(running);
    for (const one of [healthy.made.at(0), healthy.made.at(-1)]) {
      expect(await stateOf(one?.deliveryId ?? "")).toMatchObject({ status: "DELIVERED" });
    }
    expect((await endpointOf(hanging.tenant))?.failingSince).toEqual(at);
  });
});
