import type { ClaimedRow } from "@/db/due";
import { now } from "@/lib/kernel/clock";
import { processWide } from "@/lib/kernel/process-wide";
import { runRow } from "./run-row";
import { fullLanes, type Task } from "./task";

/** How many rows are taken at once. */
const batchSize = 100;

/** What all workers of a task have in hand in this process. */
type InHand = {
  count: number;
  /** Places that a claim under way may fill. */
  reserved: number;
  lanes: Map<string, number>;
  /** Workers that found every place taken by others. */
  waiting: Set<() => void>;
};

// An engine's code is in the bundle of start-up and in that of the route that Inngest calls.
const inHandByTask = processWide("rows-in-hand", () => new Map<string, InHand>());

function inHandOf({ name }: Task): InHand {
  const known = inHandByTask.get(name);
  if (known) return known;
  const none: InHand = { count: 0, reserved: 0, lanes: new Map(), waiting: new Set() };
  inHandByTask.set(name, none);
  return none;
}

/** How many rows are claimed at once: few enough that a lane with room takes them all without being overfilled. */
const claimSize = ({ perLane }: Task) => (perLane ? Math.max(1, Math.floor(perLane / 2)) : batchSize);

export type Worker = {
  /** Claims what is due until nothing is, or the places are taken; goes on by itself as places become free. */
  fill: () => Promise<void>;
  /** Rows being claimed count as in hand. */
  busy: () => boolean;
  /** Whether the last claim took everything that could be claimed. */
  exhausted: () => boolean;
};

type Options = {
  mayClaim: () => boolean;
  /** The only lane it works in; without one, it shares its places between all that have something due. */
  lane?: string;
  /** Told whenever it has nothing in hand. */
  atRest?: () => void;
  claimFailed: (error: unknown) => void;
};

/** In batches, `task.concurrency` rows at once in this process however many workers it has. */
export function createWorker(task: Task, { mayClaim, lane, atRest = () => {}, claimFailed }: Options): Worker {
  const inHand = inHandOf(task);
  /** Lanes that were full when nothing else was left to claim. */
  let held = new Set<string>();
  let own = 0;
  /** `own` after the last claim. */
  let most = 0;
  let claiming = false;
  let moreMayBeDue = false;
  const wake = () => void fill();

  async function fill(): Promise<void> {
    moreMayBeDue = true;
    if (claiming) return;
    claiming = true;
    try {
      while (moreMayBeDue) {
        // Rows finish in batches: a turn of the event loop later, the places of the whole batch are free.
        await new Promise((resolve) => setImmediate(resolve));
        const limit = Math.min(claimSize(task), room());
        if (!mayClaim() || limit <= 0) {
          held = new Set();
          // Its own rows will wake it; without any, those of others must.
          if (mayClaim() && own === 0) inHand.waiting.add(wake);
          break;
        }
        moreMayBeDue = false;
        held = new Set(task.perLane ? fullLanes(inHand.lanes, task.perLane, limit) : []);
        const claimed = await claim(limit);
        moreMayBeDue ||= claimed.length === limit;
        for (const row of claimed) void work(row);
        most = own;
      }
    } catch (error) {
      claimFailed(error);
    } finally {
      claiming = false;
    }
    if (own === 0) atRest();
  }

  function room(): number {
    const left = task.concurrency - inHand.count - inHand.reserved;
    if (lane === undefined || !task.perLane) return left;
    return Math.min(left, task.perLane - (inHand.lanes.get(lane) ?? 0));
  }

  async function claim(limit: number): Promise<ClaimedRow[]> {
    inHand.reserved += limit;
    try {
      return await task.claim(limit, now(), { lane, inHand: inHand.lanes });
    } finally {
      inHand.reserved -= limit;
      wakeOthers();
    }
  }

  function wakeOthers(): void {
    const others = [...inHand.waiting];
    inHand.waiting.clear();
    for (const other of others) other();
  }

  async function work(row: ClaimedRow): Promise<void> {
    own += 1;
    inHand.count += 1;
    inHand.lanes.set(row.lane, (inHand.lanes.get(row.lane) ?? 0) + 1);
    try {
      await runRow(task, row);
    } finally {
      own -= 1;
      inHand.count -= 1;
      const left = (inHand.lanes.get(row.lane) ?? 1) - 1;
      if (left > 0) inHand.lanes.set(row.lane, left);
      else inHand.lanes.delete(row.lane);
      if (own === 0 || (fewInHand() && mayHelp(row.lane, left))) wake();
      wakeOthers();
    }
  }

  /** Whether enough places are free to claim again: one by one, the rows would not share their statements. */
  function fewInHand(): boolean {
    return inHand.count <= task.concurrency / 2 || (lane !== undefined && own <= most / 2);
  }

  /** Whether there may be something to claim, now that a row of this lane has ended and so many are left. */
  function mayHelp(of: string, left: number): boolean {
    if (lane !== undefined || held.size === 0 || !task.perLane) return true;
    return held.has(of) && left + claimSize(task) <= task.perLane;
  }

  return { fill, busy: () => claiming || own > 0, exhausted: () => !moreMayBeDue };
}
