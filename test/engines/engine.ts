import postgres from "postgres";
import { wakeWorkers } from "@/db/client";
import { startEmbeddedEngine } from "@/lib/edge/jobs/embedded";
import { startInngestEngine } from "@/lib/edge/jobs/inngest";
import type { Task } from "@/lib/edge/jobs/task";
import { minute, second } from "@/lib/kernel/calendar";
import { movableClock } from "@/test/inngest/clock";
import type { InngestServer } from "@/test/inngest/server";
import { nextMoment, someAreDue } from "./next-moment";
import { openQueries } from "./open-queries";
import { serveInngest } from "./serve-inngest";

type Question = () => boolean | Promise<boolean>;

/** Does the work of a test, by a clock that goes on as fast as there is nothing to do. */
export type Engine = {
  /** How long work that no hint announced waits at most, by the clock. */
  findsWithin: number;
  /** Inngest's server, where it is the engine. */
  server: InngestServer | null;
  /** Tells the engine that a row has become due, as a verb does. */
  hint: typeof wakeWorkers;
  /** Gives hints of which nobody hears. */
  loseHints: (give: (hint: Engine["hint"]) => void) => Promise<void>;
  /**
   * Lets it work, and the clock go on to whatever comes next, until something is so.
   * @param within how far the clock may be moved on for that, in milliseconds
   * @throws Error when it is not so by then
   */
  until: (what: Question, within?: number) => Promise<void>;
  stop: () => Promise<void>;
};

/** Whether the tests of engines are run at full length, as `npm run proof` does. */
export const long = process.env.ENGINES === "long";

export const engineNames = ["embedded", "Inngest"] as const;

/** Starts an engine on tasks, which for Inngest are those of `lib/edge/jobs/all-tasks.ts`. */
export async function startEngine(name: (typeof engineNames)[number], tasks: readonly Task[]): Promise<Engine> {
  return name === "embedded" ? startEmbedded(tasks) : startInngest(tasks);
}

async function startEmbedded(tasks: readonly Task[]): Promise<Engine> {
  const clock = await startClock();
  const { counted, inHand } = countInHand(tasks);
  const stop = await startEmbeddedEngine(counted);
  const world = { next: nextMoment, busy: async () => inHand() > 0 || (await someAreDue()) };
  return {
    findsWithin: second,
    server: null,
    hint: wakeWorkers,
    loseHints: async (give) => give(() => {}),
    until: (what, within = 0) => clock.until(what, within, world),
    stop: async () => {
      await stop();
      await clock.stop();
    },
  };
}

/** The tasks, and how many rows they have claimed and not worked on to the end. */
function countInHand(tasks: readonly Task[]) {
  let count = 0;
  const counted = tasks.map(
    (task): Task => ({
      ...task,
      claim: async (...asked) => {
        const rows = await task.claim(...asked);
        count += rows.length;
        return rows;
      },
      run: (...row) =>
        task.run(...row).finally(() => {
          count -= 1;
        }),
    }),
  );
  return { counted, inHand: () => count };
}

async function startInngest(tasks: readonly Task[]): Promise<Engine> {
  const clock = await startClock();
  const { server, stop: stopServing } = await serveInngest();
  const stop = await startInngestEngine(tasks);
  const world = { next: async () => server.nextMoment(), busy: () => server.busy() };
  return {
    findsWithin: 90 * second,
    server,
    hint: wakeWorkers,
    loseHints: async (give) => {
      server.faults.loses = true;
      give(wakeWorkers);
      await clock.calm(world);
      server.faults.loses = false;
    },
    until: (what, within = 0) => clock.until(what, within, world),
    stop: async () => {
      await stop();
      stopServing();
      await clock.stop();
    },
  };
}

/** How long a busy machine may need for what takes none of the clock's time, in milliseconds. */
const patience = 30 * second;

/** Moments in a row at which nothing was going on, before it counts as so. */
const enoughCalm = 3;

type World = {
  /** When something happens by itself; null: never. */
  next: () => Promise<number | null>;
  busy: Question;
};

async function startClock() {
  const move = movableClock();
  const watch = postgres(String(process.env.DATABASE_URL), { max: 1 });
  const atWork = async () => {
    const [row] = await watch<{ count: number }[]>`
      select count(*)::int as count from pg_stat_activity where application_name = 'mfis' and state <> 'idle'
        and datname = current_database()`;
    return (row?.count ?? 0) > 0;
  };
  /** Until nothing has been going on for a while, or something is so; answers whether it is. */
  async function calm({ busy }: World, what: Question = () => false): Promise<boolean> {
    for (let calm = 0; calm < enoughCalm; ) {
      if (await what()) return true;
      await new Promise((resolve) => setTimeout(resolve, 1));
      calm = (await busy()) || (await atWork()) || openQueries() > 0 ? 0 : calm + 1;
    }
    return what();
  }
  return {
    calm,
    stop: () => watch.end(),
    async until(what: Question, within: number, world: World): Promise<void> {
      let since = performance.now();
      for (let moved = 0; !(await calm(world, what)); ) {
        const moment = await world.next();
        const by = moment === null ? Number.POSITIVE_INFINITY : Math.max(0, moment - Date.now());
        if (moved + by <= within) {
          move(by);
          moved += by;
          since = performance.now();
        } else if (performance.now() - since > patience) {
          throw new Error(`It is not so ${Math.round(moved / second)} s later: ${what}`);
        }
      }
    },
  };
}

/** By how much the clock of a test may differ from what is told of it. */
export const nearly = (moments: readonly number[], unit = minute / 6) =>
  moments.map((at) => Math.round(at / unit) * unit);
