import { serve } from "inngest/edge";
import { startReceiver } from "#receiver";
import { closeDatabase, db, transaction, wakeWorkers } from "@/db/client";
import { deliveries } from "@/db/schema/webhooks";
import { inTenant } from "@/db/tenancy";
import { deliverWebhookTask } from "@/lib/edge/jobs/deliver-webhook";
import { startEmbeddedEngine } from "@/lib/edge/jobs/embedded";
import { startInngestEngine } from "@/lib/edge/jobs/inngest";
import { inngestClient } from "@/lib/edge/jobs/inngest-client";
import { createFunctions } from "@/lib/edge/jobs/inngest-functions";
import type { Tenant } from "@/lib/kernel/actor";
import { createMarketplace } from "@/test/factories/marketplace";
import { createEndpoint, createEvents } from "@/test/factories/webhook";
import { InngestServer } from "@/test/inngest/server";
import { median, print } from "./compare";

/**
 * By how much one marketplace's deliveries come later while another has ten thousand due to a receiver that takes every
 * connection and never answers.
 */
const backlog = 10_000;
const rounds = 3;
const perRound = 40;

const keys = { eventKey: "event-key-of-the-bench", signingKey: "signkey-test-5f6d7a2b9c3e4f10" };
Object.assign(process.env, {
  INNGEST_EVENT_KEY: keys.eventKey,
  INNGEST_SIGNING_KEY: keys.signingKey,
  INNGEST_BASE_URL: "http://inngest.test",
  JOBS: "on",
});

const arrived = new Map<string, number>();
const quick = await startReceiver({
  answer: ({ body }, response) => {
    response.end("ok");
    arrived.set(eventOf(body), performance.now());
  },
});
const hanging = await startReceiver({ answer: () => {} });
const quiet = await createMarketplace();
const busy = await createMarketplace();
await createEndpoint(quiet.test, quick.url);
await createEndpoint(busy.test, hanging.url);

const engines = { embedded: () => startEmbeddedEngine([deliverWebhookTask]), Inngest: startInngest };
for (const [name, start] of Object.entries(engines)) {
  const stop = await start();
  await round();
  const measured: { alone: number[]; beside: number[] }[] = [];
  for (let i = 0; i < rounds; i++) {
    const alone = await round();
    await queue(busy.test, backlog);
    const beside = await round();
    await db().delete(deliveries).where(inTenant(deliveries, busy.test));
    measured.push({ alone, beside });
  }
  print([
    "",
    `fairness on ${name}: a delivery beside ${backlog} due to a receiver that hangs, ${rounds} rounds of ${perRound}`,
  ]);
  for (const [share, part] of [["half", 0.5] as const, ["95 %", 0.95] as const]) {
    const of = (side: "alone" | "beside") => median(measured.map((one) => within(one[side], part)));
    const delays = measured.map((one) => within(one.beside, part) - within(one.alone, part));
    print([
      `  ${share} within: alone ${of("alone").toFixed(1)} ms, beside it ${of("beside").toFixed(1)} ms,` +
        ` later by ${median(delays).toFixed(1)} ms (${Math.min(...delays).toFixed(1)} to ${Math.max(...delays).toFixed(1)})`,
    ]);
  }
  await stop();
}
await quick.stop();
await hanging.stop();
await closeDatabase();

/** Deliveries one after another: how long each took from its commit to its arrival, in milliseconds. */
async function round(): Promise<number[]> {
  const delays: number[] = [];
  for (let i = 0; i < perRound; i++) {
    const eventId = await transaction(async () => {
      const [made] = await createEvents(quiet.test, 1);
      if (!made) throw new Error("No event was made.");
      wakeWorkers(deliveries, made.deliveryId, quiet.test);
      return made.eventId;
    });
    const committed = performance.now();
    delays.push((await arrivalOf(eventId)) - committed);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return delays;
}

function eventOf(body: string): string {
  const event: { event_id: string } = JSON.parse(body);
  return event.event_id;
}

async function arrivalOf(eventId: string): Promise<number> {
  while (!arrived.has(eventId)) await new Promise((resolve) => setImmediate(resolve));
  return arrived.get(eventId) ?? Number.NaN;
}

async function queue(tenant: Tenant, count: number): Promise<void> {
  for (let made = 0; made < count; made += 1_000) {
    await transaction(async () => {
      for (const { deliveryId } of await createEvents(tenant, 1_000)) wakeWorkers(deliveries, deliveryId, tenant);
    });
  }
}

function within(delays: readonly number[], part: number): number {
  return delays.toSorted((a, b) => a - b)[Math.ceil(delays.length * part) - 1] ?? Number.NaN;
}

/** The functions for Inngest, called by the tests' stand-in of its server in this process. */
async function startInngest(): Promise<() => Promise<void>> {
  const client = inngestClient();
  if (!client) throw new Error("Inngest is not configured.");
  const app = serve({ client, functions: createFunctions(client, [deliverWebhookTask]) });
  const server = new InngestServer({ ...keys, app, address: "http://localhost:3000/api/inngest" });
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    const request = new Request(input, init);
    return request.url.startsWith("http://inngest.test") ? server.fetch(request) : fetch(input, init);
  };
  await server.register();
  const clock = setInterval(() => server.busy(), 20);
  const stop = await startInngestEngine([deliverWebhookTask]);
  return async () => {
    await stop();
    await server.settle();
    clearInterval(clock);
    globalThis.fetch = fetch;
  };
}
