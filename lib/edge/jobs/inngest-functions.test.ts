import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { chores, engineLanes, mails, workFailures } from "@/db/schema/operations";
import { environments } from "@/lib/kernel/actor";
import { day, later, minute, second } from "@/lib/kernel/calendar";
import { log } from "@/lib/kernel/log";
import type { RealTime } from "@/lib/kernel/time";
import { useDatabase } from "@/test/database";
import { waitingRoom } from "@/test/factories/waiting-room";
import { InngestRun, startInngestStandIn } from "@/test/inngest-stand-in";
import { stubTask } from "@/test/stub-task";
import { instant, now } from "@/test/time";
import { announceLanes } from "./announce-lanes";
import { allowDrains, stopDrains } from "./drain-lane";
import * as holds from "./hold-lane";
import { takeLane } from "./hold-lane";
import type { Task } from "./task";

const signingKey = "signkey-test-5f6d7a2b9c3e4f10";
const start = instant("2026-11-21T09:00:00.250Z");
const lane = "mkt_1/test";
const name = "deliver-webhook";

const script = vi.hoisted(() => ({ tasks: [] as Task[] }));
vi.mock("./all-tasks", () => ({ tasks: script.tasks }));
const lingerInLane = vi.hoisted(() => vi.fn(async (): Promise<string | null> => null));
vi.mock("./linger-in-lane", () => ({ lingerInLane }));

useDatabase();

// A lane in memory, so that every moment is exact: what each claim takes, and when the next row is due.
const claims: (() => string[])[] = [];
let next: RealTime | null = null;
const run = vi.fn<Task["run"]>();
const stub = stubTask({
  name,
  claim: async (_limit, _at, { lane: in_ = "" }) =>
    (claims.shift()?.() ?? []).map((id) => ({ id, lane: in_, clockAhead: 0 })),
  nextClaim: async () => next,
  run,
});

let inngest: Awaited<ReturnType<typeof startInngestStandIn>>;
let post: (request: Request) => Promise<Response>;

beforeAll(async () => {
  inngest = await startInngestStandIn();
  Object.assign(process.env, {
    JOBS: "on",
    INNGEST_EVENT_KEY: "event-key-of-the-tests",
    INNGEST_SIGNING_KEY: signingKey,
    INNGEST_BASE_URL: inngest.url,
  });
  const { tasks } = await vi.importActual<typeof import("./all-tasks")>("./all-tasks");
  script.tasks.push(stub, ...tasks.filter(({ name: one }) => one === "send-mail" || one === "purge"));
  ({ POST: post } = await import("@/app/api/inngest/route"));
});

afterAll(() => inngest.stop());

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  claims.length = 0;
  next = null;
  run.mockReset().mockResolvedValue(null);
  lingerInLane.mockClear();
  inngest.forget();
  allowDrains();
  await db().delete(engineLanes);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const dueEvent = { name: `financing/${name}.due`, data: { lane } };
const runOf = (runId = "run-1", event: { name: string; data: Record<string, unknown> } = dueEvent) =>
  new InngestRun(post, signingKey, name, event, false, runId);

describe("a run of a lane", () => {
  test("sleeps until exactly the lane's next moment, works again, and ends when nothing waits", async () => {
    const again = later(start, 37 * second + 123);
    claims.push(() => ["dlv_1", "dlv_2"]);
    next = again;
    const following = runOf();
    expect(await following.next()).toMatchObject({
      op: "StepRun",
      displayName: "work 1",
      data: { end: "sleep", until: again.toISOString() },
    });
    expect(await following.next()).toMatchObject({ op: "Sleep", displayName: "until 1", name: again.toISOString() });
    expect(run.mock.calls.map(([id]) => id)).toEqual(["dlv_1", "dlv_2"]);
    vi.setSystemTime(again);
    claims.push(() => ["dlv_1"]);
    next = null;
    expect(await following.next()).toMatchObject({ displayName: "work 2", data: { end: "drained" } });
    expect(await following.call()).toMatchObject({ status: 200, result: { rounds: 2, end: "drained" } });
    expect(run).toHaveBeenCalledTimes(3);
  });

  test("leaves what is due in a week to the sweep", async () => {
    next = later(start, 7 * day);
    expect(await runOf().next()).toMatchObject({ data: { end: "drained" } });
  });

  test("that wakes up when another follows the lane ends; one that finds it taken waits, then takes it over", async () => {
    next = later(start, minute);
    const [older, newer] = [runOf("run-1"), runOf("run-2")];
    await older.next();
    await older.next();
    const room = waitingRoom();
    claims.push(() => ["dlv_1"]);
    run.mockImplementationOnce(async () => {
      await room.wait();
      return null;
    });
    const works = newer.next();
    await expect.poll(room.inside).toBe(1);
    const third = runOf("run-3");
    const until = later(start, 15 * second).toISOString();
    expect(await third.next()).toMatchObject({ data: { end: "taken", until } });
    expect(await third.next()).toMatchObject({ op: "Sleep", name: until });
    room.open();
    expect(await works).toMatchObject({ data: { end: "sleep" } });
    expect(await third.next()).toMatchObject({ displayName: "work 2", data: { end: "sleep" } });
    expect(await older.next()).toMatchObject({ displayName: "work 2", data: { end: "followed" } });
    expect(await older.call()).toMatchObject({ status: 200, result: { rounds: 2, end: "followed" } });
  });

  test("claims again for what is announced while it works, and no event is sent for it", async () => {
    claims.push(() => ["dlv_1"]);
    run.mockImplementationOnce(async () => {
      expect(await announceLanes([{ task: name, lane }], now())).toEqual([]);
      claims.push(
        () => [],
        () => ["dlv_2"],
      );
      return null;
    });
    expect(await runOf().next()).toMatchObject({ data: { end: "drained" } });
    expect(run.mock.calls.map(([id]) => id)).toEqual(["dlv_1", "dlv_2"]);
    expect(await announceLanes([{ task: name, lane }], now())).toHaveLength(1);
  });

  test("does what comes while it lingers, and leaves by the hints it lingered for", async () => {
    lingerInLane.mockImplementationOnce(async () => {
      claims.push(() => ["dlv_1"]);
      expect(await announceLanes([{ task: name, lane }], now())).toEqual([]);
      return "1";
    });
    expect(await runOf().next()).toMatchObject({ data: { end: "drained" } });
    expect(run.mock.calls.map(([id]) => id)).toEqual(["dlv_1"]);
    expect(lingerInLane).toHaveBeenCalledTimes(2);
  });

  test("goes on in another call when its time is up, or the process is to end", async () => {
    claims.push(() => {
      vi.setSystemTime(later(start, 20 * second));
      return ["dlv_1"];
    });
    const following = runOf();
    expect(await following.next()).toMatchObject({ displayName: "work 1", data: { end: "more" } });
    stopDrains();
    expect(await following.next()).toMatchObject({ displayName: "work 2", data: { end: "more" } });
    allowDrains();
    expect(await following.next()).toMatchObject({ displayName: "work 3", data: { end: "drained" } });
    expect(run).toHaveBeenCalledTimes(1);
  });

  test("makes way for lanes that wait for a place, and has a new run go on at the end of the queue", async () => {
    vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"], now: start });
    await announceLanes([{ task: name, lane: "mkt_2/test" }], start);
    const room = waitingRoom();
    claims.push(() => ["dlv_1"]);
    run.mockImplementationOnce(async () => {
      await room.wait();
      return null;
    });
    const following = runOf();
    const first = following.next();
    await expect.poll(room.inside).toBe(1);
    const stay = vi.spyOn(holds, "stayInLane");
    await vi.advanceTimersByTimeAsync(2 * second);
    await stay.mock.results[0]?.value;
    claims.push(() => ["dlv_2"]);
    room.open();
    expect(await first).toMatchObject({ displayName: "work 1", data: { end: "yields" } });
    expect(await following.next()).toMatchObject({ displayName: "hand over", data: 1 });
    expect(await following.call()).toMatchObject({ status: 200, result: { end: "handed over" } });
    expect(inngest.events()).toMatchObject([dueEvent]);
    expect(claims).toHaveLength(1);
  });

  test("hands over before it has too many steps", async () => {
    next = later(start, minute);
    const following = runOf();
    for (let round = 1; round <= 25; round++) {
      expect(await following.next()).toMatchObject({ displayName: `work ${round}` });
      expect(await following.next()).toMatchObject({ displayName: `until ${round}` });
    }
    expect(await following.next()).toMatchObject({ displayName: "hand over" });
  });

  test("whose claim throws tells Inngest nothing of why, and goes on when it is called again", async () => {
    const logged = vi.spyOn(log, "error").mockReturnValue();
    claims.push(() => {
      throw new Error("select failed: BVN 22212345678");
    });
    const following = runOf();
    const failed = await following.call();
    expect(failed.ops[0]).toMatchObject({ op: "StepError", displayName: "work 1" });
    expect(failed.text).not.toContain("2221");
    expect(logged).toHaveBeenCalledWith("a run of Inngest failed", expect.any(Error), { task: name, lane });
    expect(await following.next()).toMatchObject({ displayName: "work 1", data: { end: "drained" } });
  });

  test("that has failed for good is seen by operators, and its lane can be announced again", async () => {
    await announceLanes([{ task: name, lane }], start);
    await takeLane({ task: name, lane, runId: "run-1" }, start);
    const failure = {
      function_id: `financing-${name}`,
      run_id: "run-1",
      event: dueEvent,
      error: { name: "Error", message: "m" },
    };
    const after = new InngestRun(post, signingKey, `${name}-failure`, {
      name: "inngest/function.failed",
      data: failure,
    });
    expect((await after.call()).status).toBe(200);
    expect(await db().select().from(workFailures)).toMatchObject([{ task: name, id: lane, lane, failures: 1 }]);
    expect(await announceLanes([{ task: name, lane }], start)).toHaveLength(1);
  });

  test("without a lane in its event fails at once", async () => {
    vi.spyOn(log, "warn").mockReturnValue();
    const answer = await runOf("run-1", { ...dueEvent, data: { lane: 1 } }).call();
    expect(answer).toMatchObject({ status: 400 });
    expect(run).not.toHaveBeenCalled();
  });
});

describe("a sweep", () => {
  const sweep = () => new InngestRun(post, signingKey, "sweep", { name: "inngest/scheduled.timer", data: {} }).call();

  test("tells Inngest of every lane that has been due for a while, once, however many there are", async () => {
    const mail = { recipient: "r", subject: "s", body: "b", createdAt: start, dueAt: start };
    const ofMarketplace = (i: number) => ({ marketplaceId: `mkt_${i}`, environment: environments[i % 2] ?? "test" });
    await db()
      .insert(mails)
      .values(Array.from({ length: 300 }, (_, i) => ({ ...mail, ...ofMarketplace(i), id: `mail_${i}` })));
    vi.setSystemTime(later(start, 20 * second - 1));
    expect(await sweep()).toMatchObject({ status: 200, result: { due: 0, sent: 0 } });
    vi.setSystemTime(later(start, 20 * second));
    expect(await sweep()).toMatchObject({ result: { due: 300, sent: 300 } });
    expect(inngest.requests.map(({ events }) => events.length)).toEqual([250, 50]);
    expect(inngest.events()[0]).toMatchObject({
      name: "financing/send-mail.due",
      data: { lane: expect.stringMatching(/^mkt_\d+\/(test|live)$/) },
    });
    expect(await sweep()).toMatchObject({ result: { due: 300, sent: 0 } });
    await db().delete(mails);
  });

  test("does the chores that are due by itself", async () => {
    await db().update(chores).set({ dueAt: start, leasedUntil: null }).where(eq(chores.id, "purge"));
    expect(await sweep()).toMatchObject({ status: 200, result: { due: 0, sent: 0 } });
    const [purge] = await db().select().from(chores).where(eq(chores.id, "purge"));
    expect(purge?.dueAt?.getTime()).toBeGreaterThan(start.getTime());
    expect(inngest.requests).toEqual([]);
  });
});
