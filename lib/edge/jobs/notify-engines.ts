import { connection } from "@/db/client";
import { second } from "@/lib/kernel/calendar";
import { log } from "@/lib/kernel/log";
import { onWakeUp } from "@/lib/kernel/wake-up";

/** Where embedded engines listen for the names of tables that have due rows. */
export const channel = "task_due";

/** For so long a burst gathers, which is announced once; polling finds whatever the announcement missed. */
const gatherFor = second / 20;

/** Tells the embedded engines of all processes, by NOTIFY, that a table has due rows. */
export function notifier() {
  const announced = new Set<string>();
  let stopped = false;
  return {
    announce(table: string): void {
      if (announced.has(table)) return;
      announced.add(table);
      setTimeout(() => {
        announced.delete(table);
        // The connections are about to be closed; others poll.
        if (stopped) return;
        connection()
          .notify(channel, table)
          .catch((error: unknown) => log.error("could not announce due work", error, { table }));
      }, gatherFor).unref();
    },
    stop(): void {
      stopped = true;
    },
  };
}

/** For a process that only answers requests. Returns a function that stops it. */
export function startNotifying(): () => Promise<void> {
  const { announce, stop } = notifier();
  onWakeUp((wakeUps) => {
    for (const { table } of wakeUps) announce(table);
  });
  return async () => {
    onWakeUp(undefined);
    stop();
  };
}
