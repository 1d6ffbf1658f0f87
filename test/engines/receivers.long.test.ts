import type { ServerResponse } from "node:http";
import { and, count, eq, isNotNull, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { startReceiver } from "#receiver";
import { db } from "@/db/client";
import { deliveries, webhookEndpoints } from "@/db/schema/webhooks";
import { inTenant } from "@/db/tenancy";
import { tasks } from "@/lib/edge/jobs/all-tasks";
import type { Tenant } from "@/lib/kernel/actor";
import { minute } from "@/lib/kernel/calendar";
import { failingReceiverCap, receiverCap } from "@/lib/terms/outbound-webhooks";
import { useDatabase } from "@/test/database";
import { createMarketplace } from "@/test/factories/marketplace";
import { createEndpoint, createEvents } from "@/test/factories/webhook";
import { now } from "@/test/time";
import { type Engine, engineNames, long, startEngine } from "./engine";
import { inngestEnvironment } from "./serve-inngest";

Object.assign(process.env, inngestEnvironment);
if (long) vi.setConfig({ testTimeout: 10 * minute });
// Live data may not be sent to this machine.
vi.mock("@/lib/platform/egress/address-policy", async (original) => {
  const real = await original<typeof import("@/lib/platform/egress/address-policy")>();
  return { ...real, allowsLocal: () => true };
});

// As a service has: how much is done at once goes by it.
process.env.DATABASE_POOL = "16";
useDatabase();

/** A backlog: what an outage of some hours leaves. */
const backlog = long ? 10_000 : 300;

/** A marketplace's server, whose answers a test may hold back. */
async function receiver(status = 200) {
  const held: ServerResponse[] = [];
  const seen = { atOnce: 0, most: 0, answered: 0, holding: false };
  const answer = (response: ServerResponse) => {
    seen.atOnce -= 1;
    seen.answered += 1;
    response.writeHead(status).end();
  };
  const server = await startReceiver({
    answer: (_, response) => {
      seen.most = Math.max(seen.most, ++seen.atOnce);
      if (seen.holding) held.push(response);
      else answer(response);
    },
  });
  return {
    url: server.url,
    seen,
    stop: server.stop,
    /** Answers what waits, and from here on at once. */
    release() {
      seen.holding = false;
      for (const response of held.splice(0)) answer(response);
    },
  };
}

describe.each(engineNames)("deliveries on %s", (name) => {
  let engine: Engine;
  const stops: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    const only = tasks.filter((task) => task.name === "deliver-webhook");
    engine = await startEngine(name, only);
  });
  afterAll(() => engine.stop());
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
    await db().delete(webhookEndpoints);
  });

  async function served(tenant: Tenant, status = 200, more: Parameters<typeof createEndpoint>[2] = {}) {
    const its = await receiver(status);
    stops.push(async () => {
      its.release();
      await its.stop();
    });
    await createEndpoint(tenant, its.url, more);
    return its;
  }
  /** Events that are due now, hinted at as verbs do. */
  async function queue(tenant: Tenant, howMany: number) {
    for (let made = 0; made < howMany; made += 1_000) {
      const events = await createEvents(tenant, Math.min(1_000, howMany - made));
      for (const { deliveryId } of events) engine.hint(deliveries, deliveryId, tenant);
    }
  }
  const left = async (tenant: Tenant) => {
    const due = and(inTenant(deliveries, tenant), isNotNull(deliveries.dueAt), eq(deliveries.attempts, 0));
    const [row] = await db().select({ count: count() }).from(deliveries).where(due);
    return row?.count ?? 0;
  };

  test("a backlog to a healthy receiver is out within minutes, at most fifty at once, in few runs", async () => {
    const { test: tenant } = await createMarketplace();
    const healthy = await served(tenant);
    const before = engine.server?.runs.length ?? 0;
    await queue(tenant, backlog);
    await engine.until(async () => (await left(tenant)) === 0, 5 * minute);
    expect(healthy.seen.answered).toBe(backlog);
    expect(healthy.seen.most).toBeLessThanOrEqual(receiverCap);
    if (engine.server) expect(engine.server.runs.length - before).toBeLessThan(20);
  });

  test("a receiver that hangs has fifty at most, and delays nobody, beside it or elsewhere", async () => {
    const [one, other] = [await createMarketplace({ live: true }), await createMarketplace()];
    const hanging = await served(one.test);
    const [beside, elsewhere] = [await served(one.live), await served(other.test)];
    hanging.seen.holding = true;
    await queue(one.test, backlog);
    await engine.until(() => hanging.seen.atOnce === receiverCap);
    for (const tenant of [one.live, other.test]) await queue(tenant, 60);
    await engine.until(async () => (await left(one.live)) + (await left(other.test)) === 0);
    expect([beside.seen.answered, elsewhere.seen.answered, hanging.seen.answered]).toEqual([60, 60, 0]);
    expect(hanging.seen.most).toBe(receiverCap);
    hanging.release();
    await engine.until(async () => (await left(one.test)) === 0, 5 * minute);
    expect(hanging.seen.most).toBe(receiverCap);
  });

  test("a receiver that fails is tried two at a time", async () => {
    const { test: tenant } = await createMarketplace();
    const failing = await served(tenant, 500, { failingSince: now() });
    failing.seen.holding = true;
    await queue(tenant, 11);
    await engine.until(() => failing.seen.atOnce === failingReceiverCap);
    failing.release();
    await engine.until(async () => (await left(tenant)) === 0, 5 * minute);
    expect(failing.seen.most).toBe(failingReceiverCap);
    await db().update(deliveries).set({ dueAt: sql`null` }).where(inTenant(deliveries, tenant));
  });
});
