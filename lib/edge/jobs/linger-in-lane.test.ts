import { expect, test } from "vitest";
import { later, second } from "@/lib/kernel/calendar";
import { useDatabase } from "@/test/database";
import { now } from "@/test/time";
import { announceLanes } from "./announce-lanes";
import { takeLane } from "./hold-lane";
import { lingerInLane } from "./linger-in-lane";

useDatabase();

const task = "deliver-webhook";
const never = new Promise<void>(() => {});
const beside = [task] as const;

/** A run that has the lane and has answered every hint. */
async function runIn(lane: string) {
  const holder = { task, lane, runId: `run of ${lane}` } as const;
  const taken = await takeLane(holder, now());
  if ("until" in taken) throw new Error("The lane is taken.");
  return { holder, seen: taken.seen };
}

test("is ended by a hint of this process, or of another", async () => {
  const { holder, seen } = await runIn("mkt_hinted/test");
  expect(await lingerInLane(holder, { seen, beside, hinted: Promise.resolve() })).toBe(seen);
  expect(await announceLanes([holder], now())).toEqual([]);
  const hints = await lingerInLane(holder, { seen, beside, hinted: never });
  expect(hints).toBe(String(Number(seen) + 1));
  expect(await lingerInLane(holder, { seen: hints ?? "", beside, hinted: never })).toBeNull();
});

test("leaves its place to a lane that waits, and its lane to another run", async () => {
  const { holder, seen } = await runIn("mkt_waited_for/test");
  await announceLanes([{ task, lane: "mkt_waiting/test" }], later(now(), -second));
  await announceLanes([holder], now());
  // A hint has come, too: the place goes first.
  expect(await lingerInLane(holder, { seen, beside, hinted: never })).toBeNull();
  expect(await lingerInLane(holder, { seen, beside: ["send-mail"], hinted: never })).not.toBeNull();
  const overtaken = { ...holder, runId: "a run before" };
  expect(await lingerInLane(overtaken, { seen, beside: ["send-mail"], hinted: never })).toBeNull();
});
