import { sql } from "drizzle-orm";
import { closeDatabase, db, transaction, wakeWorkers } from "@/db/client";
import { deliveries } from "@/db/schema/webhooks";
import { deliverWebhookTask } from "@/lib/edge/jobs/deliver-webhook";
import { startEmbeddedEngine } from "@/lib/edge/jobs/embedded";
import type { Tenant } from "@/lib/kernel/actor";
import { receiverCap } from "@/lib/terms/outbound-webhooks";
import { createMarketplace } from "@/test/factories/marketplace";
import { createEndpoint, createEvents } from "@/test/factories/webhook";
import { bareDeliveries } from "./bare-deliveries";
import { startChild } from "./child";
import { compare, print } from "./compare";

/** Outbound deliveries: from the commit of the events to the last one acknowledged and recorded. */
const count = 3000;

/** Single events: so many a second, for so many seconds. */
const steady = { perSecond: 200, seconds: 5 };
const receivers = await startChild<{ urls: string[] }>("bench/receivers.mjs", { args: ["4"] });
const { urls } = receivers.hello;
const tenants: Tenant[] = [];
for (const url of urls) {
  const { test: tenant } = await createMarketplace();
  await createEndpoint(tenant, url);
  tenants.push(tenant);
}
const bare = await bareDeliveries(String(process.env.DATABASE_URL), urls);

for (const used of [1, 4]) {
  await compare({
    name: `deliveries: ${count} events, ${used} receiver${used === 1 ? "" : "s"}`,
    unit: "deliveries/s",
    pairs: 7,
    floorIs: "a loop that claims, signs, posts and writes, over a bare table",
    product: async () => {
      const stop = await startEmbeddedEngine([deliverWebhookTask]);
      await transaction(async () => {
        for (const tenant of tenants.slice(0, used)) {
          const made = await createEvents(tenant, count / used);
          for (const { deliveryId } of made) wakeWorkers(deliveries, deliveryId, tenant);
        }
      });
      const rate = await timed(async (received) => {
        await received;
        while ((await db().$count(deliveries, sql`due_at is not null`)) > 0) {
          await new Promise((resolve) => setTimeout(resolve, 2));
        }
      });
      await stop();
      await db().execute(sql`vacuum analyze`);
      return rate;
    },
    floor: async () => {
      await bare.prepare(count, used);
      return timed(() => bare.run(used, receiverCap));
    },
  });
}
await measureDelays();
await bare.close();
await closeDatabase();
await receivers.stop();

/** Until the receivers have answered everything and everything is written. */
async function timed(written: (received: Promise<unknown>) => Promise<void>): Promise<number> {
  const started = performance.now();
  const received = receivers.ask(count);
  await Promise.all([received, written(received)]);
  return count / ((performance.now() - started) / 1000);
}

/** From the commit of each event to its arrival, while they come one by one. */
async function measureDelays(): Promise<void> {
  const stop = await startEmbeddedEngine([deliverWebhookTask]);
  await delaysOf(steady.perSecond);
  const delays = await delaysOf(steady.perSecond * steady.seconds);
  await stop();
  const within = (share: number) => `${delays[Math.ceil(delays.length * share) - 1]?.toFixed(1)} ms`;
  print([
    "",
    `deliveries: ${steady.perSecond} events a second for ${steady.seconds} s, from commit to arrival`,
    `  half within ${within(0.5)}, 95 % within ${within(0.95)}, 99 % within ${within(0.99)}, all within ${within(1)}`,
  ]);
}

async function delaysOf(events: number): Promise<number[]> {
  const received = receivers.ask<{ times: [eventId: string, at: number][] }>({ count: events, times: true });
  const committed = new Map<string, number>();
  const started = performance.now();
  const sent: Promise<void>[] = [];
  for (let i = 0; i < events; i++) {
    const wait = started + (i * 1000) / steady.perSecond - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const tenant = tenants[i % tenants.length];
    if (tenant) sent.push(sendOne(tenant, committed));
  }
  await Promise.all(sent);
  const { times } = await received;
  return times.map(([eventId, at]) => at - (committed.get(eventId) ?? Number.NaN)).sort((a, b) => a - b);
}

async function sendOne(tenant: Tenant, committed: Map<string, number>): Promise<void> {
  const eventId = await transaction(async () => {
    const [made] = await createEvents(tenant, 1);
    if (!made) throw new Error("No event was made.");
    wakeWorkers(deliveries, made.deliveryId, tenant);
    return made.eventId;
  });
  committed.set(eventId, performance.timeOrigin + performance.now());
}
