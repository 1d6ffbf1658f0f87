import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { db } from "@/db/client";
import { claimDue, dueLanes, dueRows, leaseFor, postpone, readDueRows, releaseAll } from "@/db/due";
import { readDueLanes } from "@/db/due-lanes";
import { mails } from "@/db/schema/operations";
import { deliveries, webhookEndpoints } from "@/db/schema/webhooks";
import type { Tenant } from "@/lib/kernel/actor";
import { day, hour, later, minute, second } from "@/lib/kernel/calendar";
import { laneOf } from "@/lib/kernel/lane";
import type { RealTime } from "@/lib/kernel/time";
import { dueDeliveriesOf, dueDeliveryLanes, leaseMs } from "@/lib/platform/messages/webhooks/claim-deliveries";
import { useDatabase } from "@/test/database";
import { dueMail } from "@/test/due-mail";
import { setClockAhead } from "@/test/factories/clock";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { createEndpoint, createEvents, takeDelivery } from "@/test/factories/webhook";
import { now } from "@/test/time";

useDatabase();

const at = now();
let moved: TestMarketplace;
let other: TestMarketplace;
beforeEach(async () => {
  await db().delete(mails);
  await db().update(deliveries).set({ dueAt: null });
  [moved, other] = [await createMarketplace({ live: true }), await createMarketplace({ live: true })];
});

const lanes = (before: RealTime, realNow = at) =>
  readDueLanes([
    ["send-mail", dueLanes(mails, before, realNow)],
    ["deliver-webhook", dueDeliveryLanes(before, realNow)],
  ]);
const mailLane = (tenant: Tenant, since: RealTime, busy = false) => ({
  task: "send-mail",
  lane: laneOf(tenant),
  since,
  busy,
});

test("a lane has been due since its oldest row could be claimed, by its own clock and not before that was moved", async () => {
  const movedAt = later(at, -10 * second);
  await setClockAhead(moved, day, movedAt);
  await dueMail(moved.test, later(at, day - minute));
  await dueMail(moved.test, later(at, day - second));
  await dueMail(moved.live, later(at, -minute));
  await dueMail(other.test, later(at, -hour));
  await dueMail(other.test, later(at, -minute));
  await dueMail(other.live, later(at, second));
  expect(await lanes(at)).toEqual([
    mailLane(other.test, later(at, -hour)),
    mailLane(moved.live, later(at, -minute)),
    mailLane(moved.test, movedAt),
  ]);
  expect(await lanes(later(at, -11 * second))).toHaveLength(2);
  const afterwards = later(at, hour);
  expect((await lanes(afterwards, afterwards)).map(({ lane }) => lane)).toContain(laneOf(other.live));
});

test("a lane is busy while a worker has a row of it, and due again since the lease of one that was killed ended", async () => {
  const id = await dueMail(other.live, later(at, -hour));
  expect(await claimDue(mails, 9, at)).toMatchObject([{ id }]);
  expect(await lanes(at)).toEqual([]);
  await dueMail(other.live, later(at, -minute));
  expect(await lanes(at)).toEqual([mailLane(other.live, later(at, -minute), true)]);
  await db()
    .delete(mails)
    .where(eq(mails.dueAt, later(at, -minute)));
  const ended = later(at, leaseFor);
  expect(await lanes(ended, ended)).toEqual([mailLane(other.live, ended)]);
});

test("a row that a worker has whose clock is ahead is no row that waits after a failure", async () => {
  const id = await dueMail(other.test, later(at, -hour));
  await claimDue(mails, 9, later(at, 2 * second));
  expect(await readDueRows([["send-mail", dueRows(mails, other.test, 9, at)]])).toMatchObject([{ id, taken: true }]);
  await dueMail(other.test, later(at, -minute));
  expect(await lanes(at)).toEqual([mailLane(other.test, later(at, -minute), true)]);
});

test("a row that waits after a failure is nobody's: it is not due, and its lane is not busy", async () => {
  const id = await dueMail(other.test, later(at, -hour));
  const rows = () => readDueRows([["send-mail", dueRows(mails, other.test, 9, at)]]);
  expect(await rows()).toEqual([{ task: "send-mail", id, taken: false }]);
  await postpone(mails, id, later(at, hour));
  expect(await rows()).toEqual([]);
  expect(await claimDue(mails, 9, later(at, hour - 1))).toEqual([]);
  await dueMail(other.test, later(at, -minute));
  expect(await lanes(at)).toEqual([mailLane(other.test, later(at, -minute))]);

  await releaseAll(mails, at);
  expect((await claimDue(mails, 9, at)).map((claimed) => claimed.id)).toContain(id);
  await db().update(mails).set({ dueAt: null, leasedUntil: null });
  await postpone(mails, id, later(at, hour));
  expect(await db().select({ lease: mails.leasedUntil }).from(mails).where(eq(mails.id, id))).toEqual([
    { lease: null },
  ]);
});

test("a receiver is its own lane, by the same rules, as long as it is enabled", async () => {
  await createEndpoint(other.test, "https://example.com/");
  const minuteAgo = later(at, -minute);
  const [first] = await createEvents(other.test, 1, { at: minuteAgo, delivery: { dueAt: minuteAgo } });
  const id = first?.deliveryId ?? "";
  const lane = { task: "deliver-webhook", lane: laneOf(other.test), since: minuteAgo, busy: false };
  expect(await lanes(at)).toEqual([lane]);
  await setClockAhead(other, hour, later(at, -second));
  expect(await lanes(at)).toEqual([{ ...lane, since: later(at, -second) }]);

  await setClockAhead(other, 0, later(at, -hour));
  expect(await takeDelivery(id, at)).toBe(true);
  expect(await lanes(at)).toEqual([]);
  expect(await lanes(later(at, leaseMs), later(at, leaseMs))).toEqual([{ ...lane, since: later(at, leaseMs) }]);
  await createEvents(other.test, 1, { at: minuteAgo, delivery: { dueAt: minuteAgo } });
  expect(await lanes(at)).toEqual([{ ...lane, busy: true }]);
  await postpone(deliveries, id, later(at, hour));
  expect(await lanes(at)).toEqual([lane]);
  const rows = await readDueRows([["deliver-webhook", dueDeliveriesOf(other.test, 9, at)]]);
  expect(rows).toMatchObject([{ taken: false }]);
  expect(rows).not.toMatchObject([{ id }]);
  await db().update(webhookEndpoints).set({ status: "DISABLED" });
  expect(await lanes(at)).toEqual([]);
});
