import { connection } from "@/db/client";
import { second } from "@/lib/kernel/calendar";
import { now } from "@/lib/kernel/clock";
import { log } from "@/lib/kernel/log";
import { onWakeUp } from "@/lib/kernel/wake-up";
import { beat } from "./heartbeat";
import { channel, notifier } from "./notify-engines";
import { type Task, tasksOver } from "./task";
import { createWorker, type Worker } from "./worker";

/** How often each task polls for due rows that no hint announced. */
const pollEvery = second / 2;

const beatEvery = 10 * second;

/** How long shutdown waits for claimed rows; unfinished ones become due again when their lease ends. */
const finishWithin = 10 * second;

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
  const workers = new Map<string, Worker>(
    tasks.map((task) => {
      const claimFailed = (error: unknown) => log.error("could not take due rows", error, { task: task.name });
      return [task.name, createWorker(task, { mayClaim, claimFailed })];
    }),
  );
  const wake = (table: string) => {
    for (const { name } of tasksOver(tasks, table)) void workers.get(name)?.fill();
  };

  const { announce, stop: stopAnnouncing } = notifier();
  onWakeUp((wakeUps) => {
    for (const table of new Set(wakeUps.map((hint) => hint.table))) {
      wake(table);
      announce(table);
    }
  });

  const listening = await connection().listen(channel, wake);
  const wakeAll = () => workers.forEach((worker) => void worker.fill());
  const poll = setInterval(wakeAll, pollEvery);
  const pulse = setInterval(() => void beat(tasks, now()), beatEvery);
  await beat(tasks, now());
  void open.then(() => {
    opened = true;
    wakeAll();
  });

  return async () => {
    stopping = true;
    stopAnnouncing();
    onWakeUp(undefined);
    clearInterval(poll);
    clearInterval(pulse);
    await listening.unlisten();
    const deadline = now().getTime() + finishWithin;
    const busy = () => [...workers.values()].some((worker) => worker.busy());
    while (busy() && now().getTime() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
  };
}
