import type { Inngest } from "inngest";
import { second } from "@/lib/kernel/calendar";
import { now } from "@/lib/kernel/clock";
import { log } from "@/lib/kernel/log";
import { onWakeUp } from "@/lib/kernel/wake-up";
import { logRecovery, logTrouble } from "@/lib/surfaces/health/log-trouble";
import { readForgottenLanes, type TaskLane } from "./announce-lanes";
import { allowDrains, draining, hintDrain, stopDrains } from "./drain-lane";
import { beat } from "./heartbeat";
import { inngestClient, tellInngest } from "./inngest-client";
import { life } from "./life";
import { callsTrouble } from "./note-calls";
import { reachTrouble, watchReach } from "./reach-inngest";
import { readLanesDue } from "./sweep-lanes";
import { type Task, tasksOver } from "./task";

/** How long shutdown waits for the last hints to be sent. */
const flushWithin = 5 * second;

/** How long it waits for the rows in hand. */
const finishWithin = 10 * second;

/** How often it is seen whether an event is to be sent again. */
const lookEvery = second;

const endings = ["SIGTERM", "SIGINT", "disconnect"] as const;

/**
 * Has this process work for Inngest, which calls it (app/api/inngest), and passes its hints on.
 * @returns a function that stops it: claims nothing new, waits for claimed rows and sends the hints that are pending.
 * @throws Error when Inngest is not configured.
 */
export async function startInngestEngine(tasks: readonly Task[]): Promise<() => Promise<void>> {
  const stopHints = startInngestHints(tasks);
  const stopRepeating = startRepeating(tasks);
  allowDrains();
  // Before the requests under way end: a call of Inngest's would hold up the end for as long as there is work.
  for (const ending of endings) process.once(ending, stopDrains);
  await beat(tasks, now());
  return async () => {
    for (const ending of endings) process.off(ending, stopDrains);
    stopRepeating();
    stopDrains();
    const deadline = now().getTime() + finishWithin;
    while (draining() && now().getTime() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
    await stopHints();
  };
}

/**
 * Tells Inngest again of lanes whose run has not begun or is gone, and first of all that are due: nobody was told of what
 * became due before the start.
 * @returns a function that stops it.
 */
function startRepeating(tasks: readonly Task[]): () => void {
  const client = inngestClient();
  const served = new Set(tasks.map((task) => task.name));
  let timer: NodeJS.Timeout | undefined;
  let stopped = client === null;
  // Also of what it could not be told while it was out of reach.
  let tellAll = true;
  async function look(): Promise<void> {
    try {
      const away = reachTrouble() !== null;
      const found = away ? [] : tellAll ? await readLanesDue(tasks, now(), now()) : await readForgottenLanes(now());
      tellAll = away;
      const lanes = found.filter(({ task }) => served.has(task));
      if (client && !stopped) await tellInngest(client, lanes);
      const trouble = await callsTrouble();
      if (trouble) logTrouble("inngest-calls", "Inngest's calls are refused", trouble);
      else logRecovery("inngest-calls", "Inngest's calls verify again");
    } catch (error) {
      if (!stopped) log.error("could not announce due work; the sweep will find it", error);
    }
    if (!stopped) timer = setTimeout(look, lookEvery).unref();
  }
  if (!stopped) void look();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/**
 * Passes this process's hints on to Inngest, a burst as one event per lane. A run at work in this process hears of them
 * at once.
 * @returns a function that stops it: accepts no more hints and sends those pending.
 * @throws Error when Inngest is not configured.
 */
export function startInngestHints(tasks: readonly Task[]): () => Promise<void> {
  const client = inngestClient();
  if (!client) throw new Error("Inngest is not configured.");
  // What the server beside it sees and logs, it need not.
  const stopWatching = life.onlyPages ? () => {} : watchReach(client.eventBaseUrl ?? "");
  const pending = new Map<string, TaskLane>();
  let sending: Promise<void> | undefined;

  async function send(to: Inngest): Promise<void> {
    // Lets the other hints of this turn of the event loop join.
    await new Promise((resolve) => setImmediate(resolve));
    while (pending.size > 0) {
      const lanes = [...pending.values()];
      pending.clear();
      try {
        await tellInngest(to, lanes);
      } catch (error) {
        log.error("could not announce due work; the sweep will find it", error, { lanes: lanes.length });
      }
    }
    sending = undefined;
  }

  onWakeUp((wakeUps) => {
    for (const { table, lane } of wakeUps) {
      for (const { name: task } of tasksOver(tasks, table)) {
        if (!hintDrain(task, lane)) pending.set(`${task} ${lane}`, { task, lane });
      }
    }
    if (pending.size > 0) sending ??= send(client);
  });

  return async () => {
    stopWatching();
    onWakeUp(undefined);
    if (!sending) return;
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, flushWithin);
    });
    await Promise.race([sending, deadline]);
    clearTimeout(timer);
  };
}
