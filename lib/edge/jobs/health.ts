import { type DueLane, readDueLanes } from "@/db/due-lanes";
import { day, hour, later, minute, second } from "@/lib/kernel/calendar";
import { now } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import type { RealTime } from "@/lib/kernel/time";
import { tasks } from "./all-tasks";
import { lastBeat } from "./heartbeat";
import { callsTrouble } from "./note-calls";
import { reachTrouble } from "./reach-inngest";

/**
 * What tells that background work has stopped, in milliseconds. Checked by every process, also by one that runs no
 * work.
 * `overdueAfter`: something that could be claimed has waited for longer, while nobody is at work in its lane. The embedded
 * engine polls twice a second; Inngest's sweep finds within this time what it was never told of.
 * `aliveWithin`: the engine has given no sign for longer. The embedded one gives one every 10 seconds, Inngest's sweep one
 * a minute; two may fail.
 */
const bounds = {
  embedded: { overdueAfter: minute / 2, aliveWithin: minute / 2 },
  inngest: { overdueAfter: 90 * second, aliveWithin: 150 * second },
} as const;

/** Between two rows a lane that is at work has none in hand for a moment: it is looked at twice. */
const aMoment = () => new Promise<void>((resolve) => setTimeout(resolve, second));

/**
 * What is wrong with the background work, whichever engine runs it, worded for an operator and naming nobody; null when
 * it runs.
 * @param pause before what looks wrong is looked at again.
 */
export async function jobsProblem(pause: () => Promise<void> = aMoment): Promise<string | null> {
  const { inngest } = env();
  const { aliveWithin, overdueAfter } = bounds[inngest ? "inngest" : "embedded"];
  const cause = inngest && (reachTrouble() ?? (await callsTrouble(now())));
  return cause ?? (await silence(aliveWithin)) ?? (await delay(overdueAfter, pause));
}

/** An engine that has died while there is nothing to do shows in nothing else. */
async function silence(longest: number): Promise<string | null> {
  const at = await lastBeat();
  if (!at) return "no job engine has started";
  const age = now().getTime() - at.getTime();
  return age <= longest ? null : `no sign of life of the job engine for ${inWords(age)}`;
}

async function delay(longest: number, pause: () => Promise<void>): Promise<string | null> {
  const first = await overdueLanes(longest, now());
  if (first.length === 0) return null;
  await pause();
  const realNow = now();
  const known = new Set(first.map(nameOf));
  const still = (await overdueLanes(longest, realNow)).filter((lane) => known.has(nameOf(lane)));
  const longestOf = new Map<string, RealTime>();
  // Those that have waited longest come first.
  for (const { task, since } of still) if (!longestOf.has(task)) longestOf.set(task, since);
  const waits = [...longestOf].map(
    ([task, since]) => `${task} has waited ${inWords(realNow.getTime() - since.getTime())}`,
  );
  return waits.length > 0 ? waits.join(", ") : null;
}

/** Lanes in which something has waited for longer, and nobody is at work. */
async function overdueLanes(longest: number, realNow: RealTime): Promise<DueLane[]> {
  const before = later(realNow, -longest);
  const lanes = await readDueLanes(tasks.map((task) => [task.name, task.dueLanes(before, realNow)]));
  return lanes.filter(({ since, busy }) => !busy && since <= before);
}

const nameOf = ({ task, lane }: DueLane) => `${task} ${lane}`;

function inWords(milliseconds: number): string {
  for (const [unit, name] of [
    [day, "days"],
    [hour, "hours"],
    [minute, "minutes"],
  ] as const) {
    if (milliseconds >= 2 * unit) return `${Math.floor(milliseconds / unit)} ${name}`;
  }
  return `${Math.floor(milliseconds / second)} seconds`;
}
