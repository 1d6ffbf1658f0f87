import { beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { engineLanes } from "@/db/schema/operations";
import { later, second } from "@/lib/kernel/calendar";
import { useDatabase } from "@/test/database";
import { now } from "@/test/time";
import { announceLanes, readForgottenLanes, retract } from "./announce-lanes";
import { abandonLane, holdFor, keepLane, leaveLane, stayInLane, takeLane } from "./hold-lane";

useDatabase();

const at = now();
const name = "send-mail";
const [lane, other] = ["mkt_1/test", "mkt_2/live"];
const holder = { task: name, lane, runId: "run-1" } as const;
const announced = async (when = at, what = lane) =>
  (await announceLanes([{ task: name, lane: what }], when)).map((one) => one.lane);

const forgotten = async (when: typeof at) => (await readForgottenLanes(when)).map((one) => one.lane);

beforeEach(() => db().delete(engineLanes));

describe("an event is sent for a lane", () => {
  test("once, until its run begins; anew when it is lost, and each time later", async () => {
    expect(await announced()).toEqual([lane]);
    // After 3 s, 6 more, 12 more, and so on.
    for (const lost of [3, 9, 21, 45, 93]) {
      expect(await forgotten(later(at, lost * second - 1))).toEqual([]);
      expect(await announced(later(at, lost * second - 1))).toEqual([]);
      expect(await forgotten(later(at, lost * second))).toEqual([lane]);
      expect(await announced(later(at, lost * second))).toEqual([lane]);
    }
    expect(await announced(at, other)).toEqual([other]);
    await takeLane(holder, later(at, 94 * second));
    await leaveLane(holder, null);
    expect(await announced(later(at, 94 * second))).toEqual([lane]);
    expect(await announced(later(at, 97 * second - 1))).toEqual([]);
    expect(await forgotten(later(at, 97 * second))).toContain(lane);
  });

  test("not while a run works in it; that run hears of it before it leaves", async () => {
    await announced();
    expect(await takeLane(holder, at)).toEqual({ seen: "1" });
    expect(await announced()).toEqual([]);
    expect(await leaveLane(holder, "1")).toBe(false);
    expect(await keepLane(holder, at)).toEqual({ seen: "2" });
    expect(await leaveLane(holder, "2")).toBe(true);
    expect(await announced()).toEqual([lane]);
  });

  test("again at once where the one before could not be sent, or its run has failed", async () => {
    const sent = await announceLanes([{ task: name, lane }], at);
    await retract(sent);
    expect(await announced()).toEqual([lane]);
    await retract(sent);
    expect(await announced()).toEqual([]);
    await takeLane(holder, at);
    await abandonLane(holder);
    expect(await announced()).toEqual([lane]);
  });
});

describe("a lane", () => {
  const another = { ...holder, runId: "run-2" };

  test("is one run's at a time, until it leaves or has not said for a while that it is there", async () => {
    expect(await takeLane(holder, at)).toEqual({ seen: "0" });
    expect(await takeLane(another, at)).toEqual({ until: later(at, holdFor) });
    expect(await stayInLane(holder, [name], later(at, second))).toBe(false);
    expect(await takeLane(another, later(at, holdFor))).toEqual({ until: later(at, holdFor + second) });
    // Inngest calls a run again after a fault.
    expect(await takeLane(holder, later(at, second))).toEqual({ seen: "0" });
    expect(await takeLane(another, later(at, holdFor + second))).toEqual({ seen: "0" });
    for (const overtaken of [
      await keepLane(holder, at),
      await stayInLane(holder, [name], at),
      (await leaveLane(holder, null)) || null,
    ]) {
      expect(overtaken).toBeNull();
    }
    expect(await leaveLane(another, "0")).toBe(true);
    expect(await takeLane(holder, later(at, holdFor + second))).toEqual({ seen: "0" });
  });

  test("of a run that was killed is announced a second after its hold has ended, and not while it is held or left", async () => {
    await takeLane(holder, at);
    const ends = later(at, holdFor);
    expect(await forgotten(later(ends, second - 1))).toEqual([]);
    expect(await forgotten(later(ends, second))).toEqual([lane]);
    expect(await announced(later(ends, second))).toEqual([lane]);
    expect(await forgotten(later(ends, 2 * second))).toEqual([]);
    expect(await takeLane(another, later(ends, 2 * second))).toEqual({ seen: "1" });
    await leaveLane(another, null);
    expect(await forgotten(later(ends, 60 * second))).toEqual([]);
  });

  test("makes way for one that waits for the same places, and whose event is not lost", async () => {
    await takeLane(holder, at);
    await announceLanes([{ task: name, lane: other }], at);
    expect(await stayInLane(holder, [name], later(at, second - 1))).toBe(false);
    expect(await stayInLane(holder, [name], later(at, second))).toBe(true);
    expect(await stayInLane(holder, ["purge"], later(at, second))).toBe(false);
    expect(await stayInLane(holder, [name], later(at, 3 * second))).toBe(false);
    await takeLane({ task: name, lane: other, runId: "run-2" }, at);
    expect(await stayInLane(holder, [name], later(at, second))).toBe(false);
  });
});
