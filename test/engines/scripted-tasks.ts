import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import type { Task } from "@/lib/edge/jobs/task";
import type { BusinessTime } from "@/lib/kernel/time";

/** How a piece of work ends: the row is done, or due again, or the work throws. */
type Ending = "done" | BusinessTime | Error;

type Row = { task: string; id: string; tries: number; at: BusinessTime };

type Script = (row: Row) => Ending | Promise<Ending>;

/** One piece of work that was done, by the clock. */
type Worked = { task: string; id: string; at: number };

/** What the tasks do, until a test says otherwise, and what they have done. */
export const script = {
  worked: [] as Worked[],
  inHand: 0,
  play: (() => "done") as Script,
  /** Forgets what was done. */
  rewind(play: Script = () => "done") {
    script.worked.length = 0;
    script.play = play;
  },
  /** When a row was worked on, in milliseconds after a moment. */
  times: (id: string, since: number) => script.worked.flatMap((one) => (one.id === id ? [one.at - since] : [])),
};

/** The same tasks over the same tables, with their claims, lanes and caps, but doing as `script` says. */
export function scripted(tasks: readonly Task[]): Task[] {
  return tasks.map((task) => ({
    ...task,
    run: async (id, businessTime) => {
      script.inHand += 1;
      try {
        const at = businessTime();
        script.worked.push({ task: task.name, id, at: at.getTime() });
        const tries = script.worked.filter((one) => one.id === id && one.task === task.name).length;
        const ending = await script.play({ task: task.name, id, tries, at });
        if (ending instanceof Error) throw ending;
        const again = ending === "done" ? null : ending;
        const { table } = task;
        await db().update(table).set({ dueAt: again, leasedUntil: null }).where(eq(table.id, id));
        return again;
      } finally {
        script.inHand -= 1;
      }
    },
  }));
}
