import { expect, test } from "vitest";
import { connection } from "@/db/client";
import { locks } from "@/db/locks";
import { useDatabase } from "@/test/database";
import { waitingRoom } from "@/test/factories/waiting-room";
import { mostWaiting, shareTurn, takeTurns } from "./take-turns";

useDatabase();

const times = <T>(count: number, make: (number: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

test("those who ask while work is under way share the next turn, which begins after all of them have asked", async () => {
  const first = waitingRoom();
  let runs = 0;
  let changes = 0;
  /** What a run has seen of the changes made before it. */
  const run = () =>
    shareTurn("mkt_shared", "run", async () => {
      runs += 1;
      const seen = changes;
      if (runs === 1) await first.wait();
      return seen;
    });
  const begun = run();
  await expect.poll(first.inside).toBe(1);
  const later = times(50, (number) => {
    changes = number + 1;
    return run();
  });
  first.open();
  expect(await begun).toBe(0);
  expect(new Set(await Promise.all(later))).toEqual(new Set([50]));
  expect(runs).toBe(2);
  expect(await run()).toBe(50);
  expect(runs).toBe(3);
});

test("work that fails fails those who share it, and the line goes on", async () => {
  const failing = times(3, () => shareTurn("mkt_failing", "run", () => Promise.reject(new Error("a fault"))));
  const next = takeTurns("mkt_failing", async () => "done");
  for (const one of await Promise.allSettled(failing)) expect(one).toMatchObject({ reason: { message: "a fault" } });
  expect(await next).toBe("done");
  expect(await shareTurn("mkt_failing", "run", async () => "again")).toBe("again");
});

test("a line has an end: beyond it callers are told to come back, and another marketplace's is not concerned", async () => {
  const room = waitingRoom();
  const line = times(1 + mostWaiting.turns, () => takeTurns("mkt_full", room.wait));
  const refused = { code: "RATE_LIMITED", retryAfterSeconds: 5 };
  await expect(takeTurns("mkt_full", async () => {})).rejects.toMatchObject(refused);
  const other = times(1 + mostWaiting.calls, () => shareTurn("mkt_shared", "run", room.wait));
  await expect(shareTurn("mkt_shared", "run", room.wait)).rejects.toMatchObject(refused);
  expect(await takeTurns("mkt_other", async () => "mine")).toBe("mine");
  room.open();
  await Promise.all([...line, ...other]);
  expect(await takeTurns("mkt_full", async () => "again")).toBe("again");
});

test("a turn waits for another process's", async () => {
  const other = await connection().reserve();
  const lock = [locks.turns, "mkt_elsewhere"] as const;
  await other`select pg_advisory_lock(${lock[0]}, hashtext(${lock[1]}))`;
  let begun = false;
  const turn = takeTurns("mkt_elsewhere", async () => {
    begun = true;
  });
  await connection()`select 1`;
  expect(begun).toBe(false);
  await other`select pg_advisory_unlock(${lock[0]}, hashtext(${lock[1]}))`;
  other.release();
  await turn;
  expect(begun).toBe(true);
});
