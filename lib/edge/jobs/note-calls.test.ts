import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { engineLanes, inngestCalls } from "@/db/schema/operations";
import { later, minute, second } from "@/lib/kernel/calendar";
import * as settings from "@/lib/kernel/env";
import { useDatabase } from "@/test/database";
import { now } from "@/test/time";
import { announceLanes } from "./announce-lanes";
import { jobsProblem } from "./health";
import { beat } from "./heartbeat";
import { takeLane } from "./hold-lane";
import { callsTrouble, noteCall } from "./note-calls";

useDatabase();

const said = "calls whose signature does not verify: check INNGEST_SIGNING_KEY";
const lane = { task: "send-mail", lane: "mkt_1/test" } as const;
let at = now();

beforeEach(async () => {
  // What is noted is noted once a second.
  at = later(at, 10 * minute);
  await db().delete(inngestCalls);
  await db().delete(engineLanes);
});
afterEach(() => void vi.restoreAllMocks());

const after = (seconds: number) => later(at, seconds * second);

test("calls that do not verify are named within 15 seconds of the first work, and no longer once one verifies", async () => {
  await noteCall("VERIFIED", later(at, -minute));
  await announceLanes([lane], at);
  await noteCall("REFUSED", after(1));
  expect(await callsTrouble(after(2))).toBeNull();
  await announceLanes([lane], after(3));
  await noteCall("REFUSED", after(4));
  expect(await callsTrouble(after(4))).toBe(said);

  const inngest = { dev: false, eventKey: "e", signingKey: "s" };
  vi.spyOn(settings, "env").mockReturnValue({ ...settings.env(), inngest });
  vi.useFakeTimers({ toFake: ["Date"], now: after(5) });
  await beat([], now());
  expect(await jobsProblem(async () => {})).toBe(said);
  vi.useRealTimers();

  await noteCall("VERIFIED", after(6));
  expect(await callsTrouble(after(6))).toBeNull();
});

test("a stranger's calls are no trouble while Inngest's own come", async () => {
  await noteCall("VERIFIED", at);
  for (const seconds of [10, 20, 50]) await noteCall("REFUSED", after(seconds));
  expect(await callsTrouble(after(51))).toBeNull();
  // Other work is taken up; this lane waits for its place.
  await announceLanes([lane], after(52));
  await announceLanes([lane], after(55));
  await noteCall("VERIFIED", after(56));
  await noteCall("REFUSED", after(57));
  expect(await callsTrouble(after(58))).toBeNull();
  await takeLane({ ...lane, runId: "run-1" }, after(58));
  expect(await callsTrouble(after(59))).toBeNull();
});

test("while there is no work, the call for the sweep is missed", async () => {
  await noteCall("VERIFIED", at);
  await noteCall("REFUSED", after(60));
  expect(await callsTrouble(after(61))).toBeNull();
  await noteCall("REFUSED", after(120));
  expect(await callsTrouble(after(121))).toBe(said);
  expect(await callsTrouble(after(120 + 151))).toBeNull();
});
