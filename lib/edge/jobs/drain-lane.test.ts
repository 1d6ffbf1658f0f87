import { afterEach, expect, test } from "vitest";
import { hour, later, minute } from "@/lib/kernel/calendar";
import { waitingRoom } from "@/test/factories/waiting-room";
import { stubTask } from "@/test/stub-task";
import { now } from "@/test/time";
import { allowDrains, draining, drainLane, hintDrain, stopDrains } from "./drain-lane";
import type { Task } from "./task";

afterEach(allowDrains);

const name = "send-mail";
const soon = () => later(now(), minute);

/** A task whose rows are in memory, by lane: the first so many of a lane are due. */
function queueOf(rows: Record<string, string[]>, own: Partial<Task> = {}) {
  const room = waitingRoom();
  const begun: string[] = [];
  const task = stubTask({
    name,
    concurrency: 4,
    perLane: 3,
    claim: async (limit, _, { lane = "" }) =>
      (rows[lane] ?? []).splice(0, limit).map((id) => ({ id, lane, clockAhead: 0 })),
    run: async (id) => {
      begun.push(id);
      await room.wait();
      return null;
    },
    ...own,
  });
  return { task, room, begun, rows };
}

const ids = (count: number, prefix = "a") => Array.from({ length: count }, (_, i) => `${prefix}${i}`);

test("works until nothing is due, within the lane's share, and says when something is again", async () => {
  const next = later(now(), hour);
  const { task, room, begun } = queueOf({ a: ids(9) }, { nextClaim: async () => next });
  const done = drainLane(task, "a", soon());
  await expect.poll(room.inside).toBe(3);
  expect(draining()).toBe(true);
  room.open();
  expect(await done).toEqual({ more: false, next });
  expect(begun).toEqual(ids(9));
  expect(draining()).toBe(false);
});

test("all lanes of a process share the task's places; who found none begins as one becomes free", async () => {
  const { task, room, rows } = queueOf({ a: ids(9), b: ids(9, "b"), c: ids(1, "c") });
  const [a, b] = [drainLane(task, "a", soon()), drainLane(task, "b", soon())];
  await expect.poll(room.inside).toBe(4);
  const c = drainLane(task, "c", soon());
  await new Promise((resolve) => setImmediate(resolve));
  expect(rows.c).toEqual(["c0"]);
  room.open();
  for (const drain of [a, b, c]) expect(await drain).toEqual({ more: false, next: null });
  expect(room.inside()).toBe(19);
});

test("a hint has it claim once more before it ends; told to stop, it finishes what it has and leaves the rest", async () => {
  const { task, room, begun, rows } = queueOf({ a: ids(1) });
  const done = drainLane(task, "a", soon());
  await expect.poll(room.inside).toBe(1);
  expect(hintDrain(name, "b")).toBe(false);
  rows.a?.push("hinted");
  expect(hintDrain(name, "a")).toBe(true);
  await expect.poll(() => begun).toEqual(["a0", "hinted"]);
  rows.a?.push("late");
  stopDrains();
  expect(hintDrain(name, "a")).toBe(false);
  room.open();
  expect(await done).toEqual({ more: true, next: null });
  expect(await drainLane(task, "a", soon())).toEqual({ more: true, next: null });
  expect(begun).toEqual(["a0", "hinted"]);
});

test("lingers where nothing is due, and hears of hints meanwhile; told to stop, it ends", async () => {
  const { task, room, begun, rows } = queueOf({ a: ids(1) });
  room.open();
  let lingering = 0;
  const linger = async (hinted: Promise<void>) => {
    lingering += 1;
    await hinted;
    return true;
  };
  const done = drainLane(task, "a", soon(), { linger });
  await expect.poll(() => lingering).toBe(1);
  rows.a?.push("hinted");
  expect(hintDrain(name, "a")).toBe(true);
  await expect.poll(() => lingering).toBe(2);
  expect(begun).toEqual(["a0", "hinted"]);
  stopDrains();
  expect(await done).toMatchObject({ next: null });
  expect(draining()).toBe(false);
});

test("ends when its time is up, also while others have every place", async () => {
  const { task, room } = queueOf({ a: ids(9), b: ids(9, "b"), c: ids(1, "c") });
  const busy = [drainLane(task, "a", soon()), drainLane(task, "b", soon())];
  await expect.poll(room.inside).toBe(4);
  expect(await drainLane(task, "c", later(now(), 50))).toEqual({ more: true, next: null });
  room.open();
  await Promise.all(busy);
});

test("waits for what is due in a moment", async () => {
  const rows: string[] = [];
  let asked = 0;
  const { task, room, begun } = queueOf(
    {},
    {
      claim: async (_limit, _at, { lane = "" }) => rows.splice(0).map((id) => ({ id, lane, clockAhead: 0 })),
      nextClaim: async (_, at) => {
        rows.push(...(asked++ === 0 ? ["soon"] : []));
        return asked === 1 ? later(at, 300) : null;
      },
    },
  );
  room.open();
  expect(await drainLane(task, "a", soon())).toEqual({ more: false, next: null });
  expect(begun).toEqual(["soon"]);
});

test("a claim that throws ends it, once what it has in hand is done", async () => {
  let claims = 0;
  const { task, room } = queueOf(
    {},
    {
      claim: async (_limit, _at, { lane = "" }) => {
        claims += 1;
        if (claims > 1) throw new Error("the database is gone");
        return ids(2).map((id) => ({ id, lane, clockAhead: 0 }));
      },
    },
  );
  let ended = false;
  const done = drainLane(task, "a", soon()).finally(() => {
    ended = true;
  });
  await expect.poll(room.inside).toBe(2);
  hintDrain(name, "a");
  await expect.poll(() => claims).toBe(2);
  expect(ended).toBe(false);
  room.open();
  await expect(done).rejects.toThrow("the database is gone");
});
