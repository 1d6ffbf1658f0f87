import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { engineHeartbeats, engineLanes } from "@/db/schema/operations";
import { later, minute, second } from "@/lib/kernel/calendar";
import { log } from "@/lib/kernel/log";
import { sendWakeUps } from "@/lib/kernel/wake-up";
import { useDatabase } from "@/test/database";
import { waitingRoom } from "@/test/factories/waiting-room";
import { startInngestStandIn } from "@/test/inngest-stand-in";
import { stubTask } from "@/test/stub-task";
import { now } from "@/test/time";
import { readForgottenLanes } from "./announce-lanes";
import { drainLane } from "./drain-lane";
import { jobsProblem } from "./health";
import { leaveLane, takeLane } from "./hold-lane";
import { startInngestEngine, startInngestHints } from "./inngest";
import { life } from "./life";

// As a service has: how much is done at once goes by it.
process.env.DATABASE_POOL = "16";
useDatabase();

const eventKey = "event-key-of-the-tests";
const stub = stubTask({ name: "deliver-webhook" });

let inngest: Awaited<ReturnType<typeof startInngestStandIn>>;

beforeAll(async () => {
  inngest = await startInngestStandIn();
  Object.assign(process.env, {
    INNGEST_EVENT_KEY: eventKey,
    INNGEST_SIGNING_KEY: "signkey-test-5f6d7a2b9c3e4f10",
    INNGEST_BASE_URL: inngest.url,
  });
});

afterAll(() => inngest.stop());
beforeEach(async () => {
  inngest.forget();
  await db().delete(engineLanes);
});
afterEach(() => void vi.restoreAllMocks());

const event = (lane: string) => ({ name: "financing/deliver-webhook.due", data: { lane } });
const hint = (lane: string, id = "dlv_1") => ({ table: "deliveries", id, lane });

test("passes a burst of hints on in one request, each lane once, and nothing it does not serve", async () => {
  const stop = startInngestHints([stub]);
  sendWakeUps([hint("mkt_1/test", "dlv_1"), hint("mkt_2/test")]);
  sendWakeUps([hint("mkt_1/test", "dlv_2"), { ...hint("mkt_3/test"), table: "submissions" }]);
  await stop();
  expect(inngest.requests).toMatchObject([{ eventKey, events: [event("mkt_1/test"), event("mkt_2/test")] }]);
  sendWakeUps([hint("mkt_4/test")]);
  expect(inngest.requests).toHaveLength(1);
});

test("gathers what comes while a request is under way, and sends it all before it stops", async () => {
  const stop = startInngestHints([stub]);
  inngest.hold();
  sendWakeUps([hint("mkt_0/test")]);
  await expect.poll(() => db().select().from(engineLanes)).toHaveLength(1);
  sendWakeUps(Array.from({ length: 300 }, (_, i) => hint(`mkt_${i}/test`)));
  const stopped = stop();
  inngest.release();
  await stopped;
  expect(inngest.requests.map(({ events }) => events.length)).toEqual([1, 250, 49]);
});

test("logs once that Inngest cannot be reached, throws nothing, and tells of the work anew at the next hint", async () => {
  const logged = vi.spyOn(log, "error").mockReturnValue();
  const stop = startInngestHints([stub]);
  inngest.setDown(true);
  sendWakeUps([hint("mkt_1/test"), hint("mkt_2/test")]);
  await expect.poll(() => logged.mock.calls.length).toBe(1);
  expect(logged).toHaveBeenCalledWith("events are not sent", "Inngest cannot be reached", { check: "inngest" });
  expect(await jobsProblem()).toBe("Inngest cannot be reached");
  const announced = () => db().select({ announced: engineLanes.announced }).from(engineLanes);
  await expect.poll(announced).toEqual([{ announced: 0 }, { announced: 0 }]);
  expect(inngest.refused()).toBeGreaterThan(3);
  expect(logged).toHaveBeenCalledTimes(1);
  const over = vi.spyOn(log, "info").mockReturnValue();
  inngest.setDown(false);
  sendWakeUps([hint("mkt_1/test")]);
  await stop();
  expect(inngest.events()).toMatchObject([event("mkt_1/test")]);
  expect(over.mock.calls).toEqual([["Inngest takes our events again", { check: "inngest" }]]);
  expect(await jobsProblem()).not.toBe("Inngest cannot be reached");
});

test("a process that makes pages leaves it to the server beside it to say so", async () => {
  life.onlyPages = true;
  const logged = vi.spyOn(log, "error").mockReturnValue();
  const stop = startInngestHints([stub]);
  inngest.setDown(true);
  for (const lane of ["mkt_1/test", "mkt_2/test", "mkt_3/test"]) {
    const before = inngest.refused();
    sendWakeUps([hint(lane)]);
    await expect.poll(() => inngest.refused()).toBeGreaterThan(before);
  }
  await stop();
  inngest.setDown(false);
  life.onlyPages = false;
  expect(logged).not.toHaveBeenCalled();
});

test("an event whose run does not begin is sent again after 3, 6, 12 seconds and so on, and no more once it has begun", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: now() });
  const begin = Date.now();
  const stop = await startInngestEngine([stub]);
  const sentAfter: number[] = [];
  sendWakeUps([hint("mkt_1/test")]);
  for (let passed = 0; passed <= 50; passed++) {
    vi.setSystemTime(begin + passed * second);
    const found = await readForgottenLanes(now());
    if (passed === 0 || found.length > 0) {
      // Not by `expect.poll`, which moves the clock.
      while (inngest.events().length === sentAfter.length) await new Promise((resolve) => setTimeout(resolve, 20));
      sentAfter.push(passed);
    }
  }
  expect(sentAfter).toEqual([0, 3, 9, 21, 45]);
  await takeLane({ task: "deliver-webhook", lane: "mkt_1/test", runId: "run-1" }, now());
  await leaveLane({ task: "deliver-webhook", lane: "mkt_1/test", runId: "run-1" }, null);
  vi.setSystemTime(begin + 500 * second);
  expect(await readForgottenLanes(now())).toEqual([]);
  vi.useRealTimers();
  await stop();
  expect(inngest.events()).toHaveLength(5);
});

test("what had become due before the start is announced at the start", async () => {
  const dueLanes = () => sql`select 'mkt_7/test' as lane, now() as since, '' as oldest, false as busy`;
  const stop = await startInngestEngine([stubTask({ name: "deliver-webhook", dueLanes })]);
  await expect.poll(() => inngest.events()).toMatchObject([event("mkt_7/test")]);
  await stop();
});

test("a run at work in this process hears of a hint at once, without an event", async () => {
  const room = waitingRoom();
  const due = ["dlv_1"];
  const task = stubTask({
    name: "deliver-webhook",
    claim: async (_limit, _at, { lane = "" }) => due.splice(0).map((id) => ({ id, lane, clockAhead: 0 })),
    run: async () => {
      await room.wait();
      return null;
    },
  });
  const stop = await startInngestEngine([task]);
  expect(await db().select().from(engineHeartbeats)).toHaveLength(1);
  const drained = drainLane(task, "mkt_1/test", later(now(), minute));
  await expect.poll(room.inside).toBe(1);
  due.push("dlv_2");
  sendWakeUps([hint("mkt_1/test", "dlv_2")]);
  await expect.poll(room.inside).toBe(2);
  const stopped = stop();
  room.open();
  await stopped;
  expect(await drained).toMatchObject({ more: true });
  expect(inngest.requests).toEqual([]);
});
