import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { postpone } from "@/db/due";
import { chores, engineHeartbeats, mails } from "@/db/schema/operations";
import { deliveries, webhookEndpoints } from "@/db/schema/webhooks";
import type { Tenant } from "@/lib/kernel/actor";
import { day, hour, later, minute, second } from "@/lib/kernel/calendar";
import * as settings from "@/lib/kernel/env";
import { useDatabase } from "@/test/database";
import { dueMail } from "@/test/due-mail";
import { setClockAhead } from "@/test/factories/clock";
import { createMarketplace } from "@/test/factories/marketplace";
import { createEndpoint, createEvents } from "@/test/factories/webhook";
import { now } from "@/test/time";
import { tasks } from "./all-tasks";
import { deliverWebhookTask } from "./deliver-webhook";
import { jobsProblem } from "./health";
import { beat } from "./heartbeat";

useDatabase();

let tenant: Tenant;
let other: Tenant;
beforeEach(async () => {
  await db()
    .update(chores)
    .set({ dueAt: later(now(), hour), leasedUntil: null });
  await db().delete(mails);
  await db().update(deliveries).set({ dueAt: null, leasedUntil: null });
  await db().delete(engineHeartbeats);
  await beat(tasks, now());
  [{ test: tenant }, { test: other }] = [await createMarketplace(), await createMarketplace()];
});
afterEach(() => void vi.restoreAllMocks());

function onInngest(): void {
  const inngest = { dev: true, eventKey: undefined, signingKey: undefined };
  vi.spyOn(settings, "env").mockReturnValue({ ...settings.env(), inngest });
}

const problem = (pause = async () => {}) => jobsProblem(pause);

const mailDueFor = (milliseconds: number, whose = tenant) => dueMail(whose, later(now(), -milliseconds));

async function receiverWaiting(milliseconds: number, more: Parameters<typeof createEndpoint>[2] = {}) {
  const at = later(now(), -milliseconds);
  await createEndpoint(tenant, "https://example.com/", more);
  await createEvents(tenant, 5, { at, delivery: { dueAt: at } });
}

const taskNamed = (name: string) => tasks.find((task) => task.name === name) ?? deliverWebhookTask;

describe("an engine that gives no sign of life", () => {
  test("is told of before anything waits", async () => {
    await db().delete(engineHeartbeats);
    expect(await problem()).toBe("no job engine has started");
    await beat(tasks, later(now(), -29 * second));
    expect(await problem()).toBeNull();
    await beat(tasks, later(now(), -31 * second));
    expect(await problem()).toBe("no sign of life of the job engine for 31 seconds");
  });

  test("has longer where Inngest calls once a minute", async () => {
    onInngest();
    await beat(tasks, later(now(), -149 * second));
    expect(await problem()).toBeNull();
    await beat(tasks, later(now(), -151 * second));
    expect(await problem()).toBe("no sign of life of the job engine for 2 minutes");
  });
});

describe("work that waits while nobody is at work in its lane", () => {
  test("is told of by its task and how long, and nobody is named", async () => {
    await mailDueFor(29 * second);
    expect(await problem()).toBeNull();
    await mailDueFor(31 * second);
    expect(await problem()).toBe("send-mail has waited 31 seconds");
    await mailDueFor(5 * hour, other);
    await receiverWaiting(3 * minute);
    expect(await problem()).toBe("send-mail has waited 5 hours, deliver-webhook has waited 3 minutes");
  });

  test("counts from when it was there, whatever date it bears", async () => {
    const [madeNow, madeBefore] = [later(now(), -second), later(now(), -40 * second)];
    await dueMail(tenant, later(now(), -143 * day), madeNow);
    expect(await problem()).toBeNull();
    await dueMail(other, later(now(), -143 * day), madeBefore);
    expect(await problem()).toMatch(/^send-mail has waited 4\d seconds$/);
  });

  test("has longer where Inngest may have to find it", async () => {
    onInngest();
    await mailDueFor(89 * second);
    expect(await problem()).toBeNull();
    await receiverWaiting(91 * second);
    expect(await problem()).toBe("deliver-webhook has waited 91 seconds");
  });

  test("is told of beside a lane that is at work", async () => {
    await mailDueFor(hour);
    expect(await taskNamed("send-mail").claim(1, now(), {})).toHaveLength(1);
    await mailDueFor(hour);
    expect(await problem()).toBeNull();
    await mailDueFor(hour, other);
    expect(await problem()).toBe("send-mail has waited 60 minutes");
  });

  test("of the service itself is told of too", async () => {
    await db()
      .update(chores)
      .set({ dueAt: later(now(), -2 * day) });
    expect(await problem()).toBe(
      "purge has waited 2 days, check-ledgers has waited 2 days, watch-remittances has waited 2 days, mail-waiting-work has waited 2 days, fold-tallies has waited 2 days",
    );
  });
});

describe("no fault of the engine", () => {
  test("is a backlog behind a receiver that hangs", async () => {
    await receiverWaiting(hour, { failingSince: later(now(), -hour) });
    expect(await deliverWebhookTask.claim(2, now(), {})).toHaveLength(2);
    expect(await problem()).toBeNull();
  });

  test("is what waits for an endpoint that is disabled", async () => {
    await receiverWaiting(hour);
    expect(await problem()).not.toBeNull();
    await db().update(webhookEndpoints).set({ status: "DISABLED" });
    expect(await problem()).toBeNull();
  });

  test("is a moment between two rows of a lane", async () => {
    await mailDueFor(hour);
    const claimNext = async () => void (await taskNamed("send-mail").claim(1, now(), {}));
    expect(await problem(claimNext)).toBeNull();
  });

  test("is work that a clock has just been moved to", async () => {
    await mailDueFor(-30 * day);
    await setClockAhead(tenant, 365 * day);
    expect(await problem()).toBeNull();
    await setClockAhead(tenant, 365 * day, later(now(), -minute));
    expect(await problem()).toBe("send-mail has waited 60 seconds");
  });

  test("is work that failed and waits for its next try", async () => {
    await postpone(mails, await mailDueFor(hour), later(now(), hour));
    expect(await problem()).toBeNull();
  });
});
