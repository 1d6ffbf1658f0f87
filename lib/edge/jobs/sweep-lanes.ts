import type { Inngest } from "inngest";
import { readDueLanes } from "@/db/due-lanes";
import { later, second } from "@/lib/kernel/calendar";
import { now } from "@/lib/kernel/clock";
import type { RealTime } from "@/lib/kernel/time";
import type { TaskLane } from "./announce-lanes";
import { drainLane } from "./drain-lane";
import { beat } from "./heartbeat";
import { tellInngest } from "./inngest-client";
import type { Task } from "./task";

/** What has been due for less is left alone: its hint is on the way. */
const sweepAfter = 20 * second;

/** How long a sweep works on chores. */
const choresFor = 20 * second;

/** And does the chores that are due. Returns how many lanes were due, and how many events Inngest was sent. */
export async function sweepLanes(client: Inngest, tasks: readonly Task[]): Promise<{ due: number; sent: number }> {
  const at = now();
  await beat(tasks, at);
  const due = await readLanesDue(tasks, later(at, -sweepAfter), at);
  const sent = await tellInngest(client, due);
  const until = later(at, choresFor);
  for (const task of tasks) if (task.chore) await drainLane(task, "", until);
  return { due: due.length, sent };
}

/** The lanes in which something could have been claimed since `before` or longer, without the chores. */
export async function readLanesDue(tasks: readonly Task[], before: RealTime, realNow: RealTime): Promise<TaskLane[]> {
  const laned = tasks.filter((task) => !task.chore);
  const rows = await readDueLanes(laned.map(({ name, dueLanes }) => [name, dueLanes(before, realNow)]));
  return laned.flatMap(({ name }) => rows.flatMap(({ task, lane }) => (task === name ? [{ task: name, lane }] : [])));
}
