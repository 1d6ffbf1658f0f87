import { connection } from "@/db/client";
import { second } from "@/lib/calendar";
import { businessClock, now } from "@/lib/clock";
import { log } from "@/lib/log";
import { onNudge, type TaskName } from "@/lib/nudge";
import { beat } from "./heartbeat";
import type { Claimed, Task } from "./task";

/** How many rows are taken at once. */
const batchSize = 100;

/** The backstop: how often each task looks for due rows that nobody told it of. */
const pollEvery = second / 2;

const beatEvery = 10 * second;

/** How long rows in hand are waited for at the end; what is not finished by then comes back with its lease. */
const finishWithin = 10 * second;

const channel = "task_due";

type Worker = { fill: () => Promise<void>; busy: () => boolean };

function createWorker(task: Task, isStopping: () => boolean): Worker {
  const lanes = new Map<string, number>();
  let inHand = 0;
  let claiming = false;
  let moreMayBeDue = false;

  async function fill(): Promise<void> {
    moreMayBeDue = true;
    if (claiming) return;
    claiming = true;
    try {
      while (moreMayBeDue) {
        // Rows end by the batch: a turn of the event loop later the places of the whole batch are free, not of one row.
        await new Promise((resolve) => setImmediate(resolve));
        if (isStopping() || inHand >= task.concurrency) break;
        const limit = Math.min(batchSize, task.concurrency - inHand);
        moreMayBeDue = false;
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
      await task.run(id, businessClock(clockAhead));
    } catch (error) {
      // The lease brings the row back; nothing is lost.
      log.error("background work failed", error, { task: task.name, id });
    } finally {
      inHand -= 1;
      const left = (lanes.get(lane) ?? 1) - 1;
      if (left > 0) lanes.set(lane, left);
      else lanes.delete(lane);
      if (inHand <= task.concurrency / 2) void fill();
    }
  }

  // What is being claimed will be in hand.
  return { fill, busy: () => claiming || inHand > 0 };
}

/**
 * Runs the tasks inside this process. Rows are found at once through hints (of this process, and of others through
 * LISTEN), and by polling in any case.
 * @returns how to stop: takes nothing new, waits for what is in hand.
 */
export async function startEmbeddedEngine(tasks: readonly Task[]): Promise<() => Promise<void>> {
  let stopping = false;
  const workers = new Map<string, Worker>(tasks.map((task) => [task.name, createWorker(task, () => stopping)]));
  const wake = (task: string) => void workers.get(task)?.fill();

  const announced = new Set<TaskName>();
  const announce = (task: TaskName) => {
    // Other processes hear of a burst once; their poll finds whatever the announcement missed.
    if (announced.has(task)) return;
    announced.add(task);
    setTimeout(() => {
      announced.delete(task);
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
  const poll = setInterval(() => [...workers.keys()].forEach(wake), pollEvery);
  const pulse = setInterval(() => void beat(now()), beatEvery);
  await beat(now());

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
