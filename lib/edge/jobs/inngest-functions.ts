import { type Inngest, type InngestFunction, NonRetriableError } from "inngest";
import { now } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { recordFailure } from "@/lib/platform/work-failures/record-failure";
import { abandonLane } from "./hold-lane";
import { eventData, eventName, tellInngest } from "./inngest-client";
import { sweepLanes } from "./sweep-lanes";
import type { Task } from "./task";
import { type Shift, workLane } from "./work-lane";

/** How often a run works before it hands over to a new one: Inngest allows a thousand steps per run. */
const maxRounds = 25;

/** Sweeps at once: one that is busy with a chore holds up no other. */
const sweepsAtOnce = 2;

/** Seconds by which a live lane is ahead of the test lanes that wait for a place. */
const liveAhead = 60;

/** For each task a function that follows a lane, and one function that finds what nobody follows. */
export function createFunctions(client: Inngest, tasks: readonly Task[]): InngestFunction.Any[] {
  const laned = tasks.filter((task) => !task.chore);
  const sharing = laned.filter((task) => !task.lanesAtOnce).map(({ name }) => name);
  return [
    ...laned.map((task) => follow(client, task, task.lanesAtOnce ? [task.name] : sharing)),
    client.createFunction(
      { id: "sweep", triggers: [{ cron: "* * * * *" }], concurrency: [{ limit: sweepsAtOnce }], retries: 0 },
      () => withoutDetails("sweep", "", () => sweepLanes(client, tasks)),
    ),
  ];
}

/**
 * Works in a lane, sleeps until something is due in it again, and so on. An event of the lane cancels a run that
 * sleeps: the new run follows the lane from there.
 * @param beside the tasks that share the number of places with this one.
 */
function follow(client: Inngest, task: Task, beside: readonly string[]) {
  const { name } = task;
  // A lane at work has a connection most of the time, unless its task waits for others.
  const places = task.lanesAtOnce
    ? { limit: task.lanesAtOnce }
    : { scope: "env" as const, key: '"database"', limit: env().databasePool };
  return client.createFunction(
    {
      id: name,
      triggers: [{ event: eventName(name) }],
      // That a lane has one run at a time is for `engine_lanes` to say: Inngest sets a queue of a key that is full aside for
      // seconds.
      concurrency: [places],
      priority: { run: `event.data.lane.endsWith("/live") ? ${liveAhead} : 0` },
      cancelOn: [{ event: eventName(name), if: "event.data.lane == async.data.lane" }],
      retries: 3,
      onFailure: async ({ event }) => {
        const { lane } = eventData.parse(event.data.event.data);
        const cause = new Error("A run of Inngest failed; the log of the service says why.");
        await withoutDetails(name, lane, async () => {
          await recordFailure({ task: name, id: lane, lane, at: now(), cause });
          await abandonLane({ task: name, lane, runId: event.data.run_id });
        });
      },
    },
    async ({ event, step, runId }) => {
      const data = eventData.safeParse(event.data);
      if (!data.success) throw new NonRetriableError("The event names no lane.");
      const { lane } = data.data;
      let follows = false;
      for (let round = 1; round <= maxRounds; round++) {
        const shift: Shift = await step.run(`work ${round}`, () =>
          withoutDetails(name, lane, () => workLane(task, { task: name, lane, runId }, { follows, beside })),
        );
        if (shift.end === "drained" || shift.end === "followed") return { rounds: round, end: shift.end };
        if (shift.end === "yields") break;
        follows ||= shift.end !== "taken";
        if ("until" in shift) await step.sleepUntil(`until ${round}`, shift.until);
      }
      await step.run("hand over", () => withoutDetails(name, lane, () => tellInngest(client, [{ task: name, lane }])));
      return { end: "handed over" };
    },
  );
}

/** Inngest keeps what is thrown, and a database error quotes the row: the details stay in the log of the service. */
async function withoutDetails<T>(task: string, lane: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    log.error("a run of Inngest failed", error, { task, lane });
    throw new Error("The work failed; the log of the service says why.");
  }
}
