import { countDueRows, readDueLanes } from "@/db/due-lanes";
import { now } from "@/lib/kernel/clock";
import type { Sample } from "@/lib/platform/metrics/declared-metrics";
import { tasks } from "./all-tasks";

/** How much work of each task waits, and for how long; as health sees it, so not behind an endpoint that is disabled, nor where somebody is at work. */
export async function readQueues(): Promise<Sample[]> {
  const at = now();
  const lanes = await readDueLanes(tasks.map((task) => [task.name, task.dueLanes(at, at)]));
  const counts = await countDueRows(
    tasks.filter(({ chore }) => !chore),
    at,
  );
  return tasks.flatMap(({ name: task, chore }): Sample[] => {
    // Those that have waited longest come first.
    const oldest = lanes.find((lane) => lane.task === task && !lane.busy);
    const waited = oldest ? Math.max(0, at.getTime() - oldest.since.getTime()) / 1000 : 0;
    const age: Sample = ["mfis_queue_oldest_seconds", { task }, waited];
    return chore ? [age] : [age, ["mfis_queue_due_rows", { task }, counts.get(task) ?? 0]];
  });
}
