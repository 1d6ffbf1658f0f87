import { countDueRows, readDueLanes } from "@/db/due-lanes";
import { environments } from "@/lib/kernel/actor";
import { now } from "@/lib/kernel/clock";
import { environmentOf } from "@/lib/kernel/lane";
import type { Sample } from "@/lib/platform/metrics/declared-metrics";
import { tasks } from "./all-tasks";

const whose = [...environments, "service"] as const;

/** How much work of each task waits, and for how long; as health sees it, so not behind an endpoint that is disabled, nor where somebody is at work. */
export async function readQueues(): Promise<Sample[]> {
  const at = now();
  const lanes = await readDueLanes(tasks.map((task) => [task.name, task.dueLanes(at, at)]));
  const counts = await countDueRows(
    tasks.filter(({ chore }) => !chore),
    at,
  );
  return tasks.flatMap(({ name: task, chore }): Sample[] => {
    const free = lanes.filter((lane) => lane.task === task && !lane.busy);
    const ages = (chore ? (["service"] as const) : whose).map((environment): Sample => {
      // Those that have waited longest come first.
      const oldest = free.find(({ lane }) => environmentOf(lane) === environment);
      const waited = oldest ? Math.max(0, at.getTime() - oldest.since.getTime()) / 1000 : 0;
      return ["mfis_queue_oldest_seconds", { task, environment }, waited];
    });
    return chore ? ages : [...ages, ["mfis_queue_due_rows", { task }, counts.get(task) ?? 0]];
  });
}
