import { later, second } from "@/lib/kernel/calendar";
import { now } from "@/lib/kernel/clock";
import { processWide } from "@/lib/kernel/process-wide";
import type { RealTime } from "@/lib/kernel/time";
import type { Task } from "./task";
import { createWorker } from "./worker";

/** What falls due this soon is waited for. */
const nearby = second;

/** Shortest wait for what is due and could not be claimed, because somebody has it locked. */
const shortestWait = second / 4;

/**
 * `more`: it was told to stop before everything due had been claimed.
 * `next`: when the lane's next row can be claimed, unless there is `more`; null when none waits.
 */
export type Drained = { more: boolean; next: RealTime | null };

/** `hint`: has it claim once more; false when it is about to end and claims nothing. */
type Drain = { hint: () => boolean; stop: () => void };

// A hint finds the lane's drain from whichever bundle it comes.
const running = processWide("drains", () => ({ drains: new Map<string, Drain>(), stopping: false }));

const keyOf = (task: string, lane: string) => `${task} ${lane}`;

type Options = {
  /** Asked before each claim. */
  mayGoOn?: () => boolean;
  /**
   * Waits for work when nothing is due. Hints reach the drain meanwhile.
   * @param hinted resolves at the next one, and when the drain is to end.
   * @returns whether to look again.
   */
  linger?: (hinted: Promise<void>) => Promise<boolean>;
};

/**
 * Works on a lane as the embedded engine does, by the same claims under the same caps, until nothing more is due or it
 * is to stop; then finishes what it has in hand.
 * @param until when to stop claiming.
 * @throws what a claim or `linger` threw.
 */
export async function drainLane(
  task: Task,
  lane: string,
  until: RealTime,
  { mayGoOn = () => true, linger = async () => false }: Options = {},
): Promise<Drained> {
  const { drains } = running;
  const key = keyOf(task.name, lane);
  let failure: { error: unknown } | undefined;
  let wake = () => {};
  // A timer may be a moment early by the clock.
  let timeIsUp = false;
  const stopped = () => failure !== undefined || running.stopping || timeIsUp || now() >= until || !mayGoOn();
  const worker = createWorker(task, {
    lane,
    mayClaim: () => !stopped(),
    atRest: () => wake(),
    claimFailed: (error) => {
      failure = { error };
    },
  });
  const drain: Drain = {
    hint: () => {
      if (stopped()) return false;
      void worker.fill();
      return true;
    },
    stop: () => wake(),
  };
  const settled = () => !worker.busy() && (worker.exhausted() || stopped());
  const woken = (ms?: number) =>
    new Promise<void>((resolve) => {
      const timer = ms === undefined ? undefined : setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  drains.set(key, drain);
  const atTheEnd = setTimeout(() => {
    timeIsUp = true;
    wake();
  }, until.getTime() - now().getTime());
  try {
    while (true) {
      void worker.fill();
      while (!settled()) await woken();
      if (failure) throw failure.error;
      if (!worker.exhausted()) return { more: true, next: null };
      const at = now();
      const next = await task.nextClaim(lane, at);
      if (worker.busy() || !worker.exhausted()) continue;
      const wait = next && Math.max(next.getTime() - at.getTime(), shortestWait);
      if (wait === null || wait > nearby) {
        if (!stopped() && (await linger(woken()))) continue;
        if (worker.busy() || !worker.exhausted()) continue;
        return { more: false, next };
      }
      if (stopped() || later(at, wait) >= until) return { more: true, next: null };
      await woken(wait);
    }
  } finally {
    clearTimeout(atTheEnd);
    if (drains.get(key) === drain) drains.delete(key);
  }
}

/** Passes a hint on to this process's drain of the lane. @returns whether there is one to act on it. */
export function hintDrain(task: string, lane: string): boolean {
  return running.drains.get(keyOf(task, lane))?.hint() ?? false;
}

/** Lets every drain of this process claim nothing more and end, from here on. */
export function stopDrains(): void {
  running.stopping = true;
  for (const drain of running.drains.values()) drain.stop();
}

export function allowDrains(): void {
  running.stopping = false;
}

export function draining(): boolean {
  return running.drains.size > 0;
}
