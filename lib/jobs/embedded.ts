import { connection } from "@/db/client";
import { second } from "@/lib/calendar";
import { now } from "@/lib/clock";
import { log } from "@/lib/log";
import { onNudge, type TaskName } from "@/lib/nudge";
import { beat } from "./heartbeat";
import { runRow } from "./run-row";
import { type Claimed, fullLanes, type Task } from "./task";

/** How many rows are taken at once. */
const batchSize = 100;

/** How often each task polls for due rows that no hint announced. */
const pollEvery = second / 2;

const beatEvery = 10 * second;

/** How long shutdown waits for claimed rows; unfinished ones become due again when their lease ends. */
const finishWithin = 10 * second;

const channel = "task_due";

/** How many rows are claimed at once: few enough that a lane with room takes them all without being overfilled. */
const claimSize = ({ perLane }: Task) => (perLane ? Math.max(1, Math.floor(perLane / 2)) : batchSize);

type Worker = { fill: () => Promise<void>; busy: () => boolean };

function createWorker(task: Task, mayClaim: () => boolean): Worker {
  const lanes = new Map<string, number>();
  /** Lanes that were full when nothing else was left to claim. */
  let held = new Set<string>();
  let inHand = 0;
  let claiming = false;
  let moreMayBeDue = false;

  async function fill(): Promise<void> {
    moreMayBeDue = true;
    if (claiming) return;
    claiming = true;
    try {
      while (moreMayBeDue) {
        // Rows finish in batches: a turn of the event loop later, the slots of the whole batch are free.
        await new Promise((resolve) => setImmediate(resolve));
        if (!mayClaim() || inHand >= task.concurrency) {
          held = new Set();
          break;
        }
        const limit = Math.min(claimSize(task), task.concurrency - inHand);
        moreMayBeDue = false;
        held = new Set(task.perLane ? fullLanes(lanes, task.perLane, limit) : []);
        const claimed = await task.claimDue(limit, now(), lanes);
        moreMayBeDue ||= claimed.length === limit;
        for (const row of claimed) void work(row);
      }
    } catch (error) {
      log.error("could not take due rows", error, { task: task.name });
    } finally {
      claiming = false;
    }
  }

  async function work({ id, lane, clockAhead }: Claimed): Promise<void> {
    inHand += 1;
    lanes.set(lane, (lanes.get(lane) ?? 0) + 1);
    try {
      await runRow(task, { id, lane, clockAhead });
    } finally {
      inHand -= 1;
      const left = (lanes.get(lane) ?? 1) - 1;
      if (left > 0) lanes.set(lane, left);
      else lanes.delete(lane);
      if (inHand <= task.concurrency / 2 && mayHelp(lane, left)) void fill();
    }
  }

  /** Whether there may be something to claim, now that a row of this lane has ended and so many are left. */
  function mayHelp(lane: string, left: number): boolean {
    if (held.size === 0 || !task.perLane) return true;
    return held.has(lane) && left + claimSize(task) <= task.perLane;
  }

  // Rows being claimed count as in hand.
  return { fill, busy: () => claiming || inHand > 0 };
}

/**
 * Runs the tasks inside this process. Rows are found through hints (of other processes through LISTEN), else by
 * polling.
 * @param open no row is claimed before it resolves. Some work calls this very process: webhooks to the demo marketplace
 *   would be refused and have to wait for a retry.
 * @returns a function that stops it: claims nothing new and waits for claimed rows.
 */
export async function startEmbeddedEngine(
  tasks: readonly Task[],
  open: Promise<void> = Promise.resolve(),
): Promise<() => Promise<void>> {
  let opened = false;
  let stopping = false;
  const mayClaim = () => opened && !stopping;
  const workers = new Map<string, Worker>(tasks.map((task) => [task.name, createWorker(task, mayClaim)]));
  const wake = (task: string) => void workers.get(task)?.fill();

  const announced = new Set<TaskName>();
  const announce = (task: TaskName) => {
    // A burst is announced once; polling finds whatever the announcement missed.
    if (announced.has(task)) return;
    announced.add(task);
    setTimeout(() => {
      announced.delete(task);
      // The connections are about to be closed; others poll.
      if (stopping) return;
      connection()
        .notify(channel, task)
        .catch((error: unknown) => log.error("could not announce due work", error, { task }));
    }, 50).unref();
  };
  onNudge((nudges) => {
    for (const task of new Set(nudges.map((hint) => hint.task))) {
      wake(task);
      announce(task);
    }
  });

  const listening = await connection().listen(channel, wake);
  const wakeAll = () => [...workers.keys()].forEach(wake);
  const poll = setInterval(wakeAll, pollEvery);
  const pulse = setInterval(() => void beat(now()), beatEvery);
  await beat(now());
  void open.then(() => {
    opened = true;
    wakeAll();
  });

  return async () => {
    stopping = true;
    onNudge(undefined);
    clearInterval(poll);
    clearInterval(pulse);
    await listening.unlisten();
    const deadline = now().getTime() + finishWithin;
    const busy = () => [...workers.values()].some((worker) => worker.busy());
    while (busy() && now().getTime() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
  };
}
