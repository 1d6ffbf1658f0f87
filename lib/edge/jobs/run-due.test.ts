import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { deliveries } from "@/db/schema/webhooks";
import { inTenant } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { day, later } from "@/lib/kernel/calendar";
import { laneOf } from "@/lib/kernel/lane";
import { log } from "@/lib/kernel/log";
import { onWakeUp } from "@/lib/kernel/wake-up";
import { queueMail } from "@/lib/platform/messages/mails/queue-mail";
import { recordFailure } from "@/lib/platform/work-failures/record-failure";
import { useDatabase } from "@/test/database";
import { dueMail } from "@/test/due-mail";
import { createMarketplace } from "@/test/factories/marketplace";
import { startReceiver } from "@/test/factories/receiver";
import { createEndpoint, createEvents } from "@/test/factories/webhook";
import { now } from "@/test/time";
import { tasks } from "./all-tasks";
import { deliverWebhookTask } from "./deliver-webhook";
import { announceWaiting, runDue } from "./run-due";

// As a service has: how much is done at once goes by it.
process.env.DATABASE_POOL = "16";
useDatabase();
afterEach(() => void vi.restoreAllMocks());

const untried = async (tenant: Tenant) => {
  const rows = await db().select().from(deliveries).where(inTenant(deliveries, tenant));
  return rows.filter((row) => row.attempts === 0).length;
};

test("says so when its patience ended before everything had run", async () => {
  const { test: tenant } = await createMarketplace();
  const receiver = await startReceiver((_, response) => response.writeHead(500).end());
  // One that fails is tried a few at a time.
  await createEndpoint(tenant, receiver.url, { failingSince: now() });
  await createEvents(tenant, 9);
  expect(await runDue(tenant, { patience: 0 })).toBe(false);
  expect(await untried(tenant)).toBeGreaterThan(0);
  expect(await runDue(tenant)).toBe(true);
  expect(await untried(tenant)).toBe(0);
});

test("a row whose work fails is put off, and the others run", async () => {
  const logged = vi.spyOn(log, "error").mockReturnValue();
  const { test: tenant } = await createMarketplace();
  const receiver = await startReceiver();
  await createEndpoint(tenant, receiver.url);
  const [bad] = await createEvents(tenant, 3);
  const run = deliverWebhookTask.run;
  vi.spyOn(deliverWebhookTask, "run").mockImplementation(async (id, businessTime) => {
    if (id === bad?.deliveryId) throw new Error("a fault");
    return run(id, businessTime);
  });
  expect(await runDue(tenant)).toBe(false);
  expect(receiver.deliveries).toHaveLength(2);
  expect(logged).toHaveBeenCalledTimes(1);
  expect(
    await runDue(tenant, { record: { givenUp: new Set([`deliver-webhook ${bad?.deliveryId}`]), tries: new Map() } }),
  ).toBe(true);
});

test("a row that waits after failures keeps no caller waiting", async () => {
  const logged = vi.spyOn(log, "error").mockReturnValue();
  const { test: tenant } = await createMarketplace();
  await createEndpoint(tenant, "http://127.0.0.1:9/");
  const [bad] = await createEvents(tenant, 1);
  const { deliveryId: id } = bad ?? { deliveryId: "" };
  await recordFailure({ task: "deliver-webhook", id, lane: laneOf(tenant), at: now(), cause: new Error("a fault") });
  const tries = vi.spyOn(deliverWebhookTask, "run").mockRejectedValue(new Error("a fault"));
  expect(await runDue(tenant)).toBe(false);
  expect(logged).toHaveBeenCalledWith(
    "background work failed",
    expect.any(Error),
    expect.objectContaining({ failures: 2 }),
  );
  const waits = vi.spyOn(globalThis, "setTimeout");
  expect(await runDue(tenant)).toBe(true);
  expect(tries).toHaveBeenCalledTimes(1);
  expect(waits.mock.calls.filter(([, delay]) => delay === 20)).toEqual([]);
});

test("works on a few rows at a time, so that a tenant has not every connection", async () => {
  const { test: tenant } = await createMarketplace();
  for (let i = 0; i < 9; i++) await queueMail({ topic: "webhook", tenant, subject: "s", body: "b", now: now() });
  const sending = tasks.find(({ name }) => name === "send-mail");
  if (!sending) throw new Error("No task sends mail.");
  const run = sending.run;
  const atOnce: number[] = [];
  let inHand = 0;
  vi.spyOn(sending, "run").mockImplementation(async (...row) => {
    atOnce.push(++inHand);
    return run(...row).finally(() => {
      inHand -= 1;
    });
  });
  expect(await runDue(tenant)).toBe(true);
  expect(atOnce).toHaveLength(9);
  expect(Math.max(...atOnce)).toBe(4);
});

test("a row that stays due is not tried for ever", async () => {
  const { test: tenant } = await createMarketplace();
  await createEndpoint(tenant, "http://127.0.0.1:9/");
  await createEvents(tenant, 1);
  const stuck = vi.spyOn(deliverWebhookTask, "run").mockImplementation(async (id) => {
    await db().update(deliveries).set({ leasedUntil: null }).where(eq(deliveries.id, id));
    return null;
  });
  expect(await runDue(tenant)).toBe(false);
  expect(stuck.mock.calls.length).toBeLessThan(100);
});

test("tells the engine of what it finds due, and of what waits by a clock that was moved", async () => {
  const { test: tenant } = await createMarketplace();
  const lane = laneOf(tenant);
  const heard: string[] = [];
  onWakeUp((wakeUps) => void heard.push(...wakeUps.map((hint) => `${hint.table} ${hint.lane}`)));
  await dueMail(tenant, now());
  expect(await runDue(tenant)).toBe(true);
  expect(heard).toEqual([`mails ${lane}`]);
  await announceWaiting(tenant);
  expect(heard).toHaveLength(1);
  await dueMail(tenant, later(now(), 30 * day));
  await announceWaiting(tenant);
  expect(heard).toEqual([`mails ${lane}`, `mails ${lane}`]);
  onWakeUp(undefined);
});
