import { day, later, second } from "@/lib/kernel/calendar";
import { now } from "@/lib/kernel/clock";
import { log } from "@/lib/kernel/log";
import { drainLane } from "./drain-lane";
import { type Holder, holdFor, keepLane, leaveLane, stayInLane, takeLane } from "./hold-lane";
import { lingerInLane } from "./linger-in-lane";
import type { Task } from "./task";

/** How long one call of a run works before it answers. Some hosts end calls that take longer than half a minute. */
const shiftOf = 20 * second;

/** How often it says that it is still there, and whether others wait for its place. */
const stayEvery = 2 * second;

/** A lane whose next row is due later is left to the sweep. Inngest's free plan sleeps at most seven days. */
const longestSleep = 6 * day;

/**
 * How a run's call ended, as Inngest stores it; `until` is ISO 8601.
 * `more`: its time was up. `sleep`: nothing is due before `until`. `drained`: nothing waits, or not for long.
 * `taken`: another run is at work in the lane, which is to be tried again at `until`.
 * `followed`: another has taken over. `yields`: others wait for its place.
 */
export type Shift =
  | { end: "more" }
  | { end: "taken" | "sleep"; until: string }
  | { end: "drained" | "yields" | "followed" };

type Options = {
  /** Whether the run has had the lane before. */
  follows: boolean;
  /** The tasks among which its place is shared out. */
  beside: readonly string[];
};

/**
 * One call of a run: works in its lane until nothing is due there, or its time is up.
 *
 * No hint is lost: hints are counted (`announceLanes`), and the run notes how many there were before it claims. One
 * that comes later either finds the lane held and raises the count, so that the run does not leave but claims again, or
 * finds it left, and is announced.
 * @throws what a claim threw.
 */
export async function workLane(task: Task, holder: Holder, { follows, beside }: Options): Promise<Shift> {
  const taken = follows ? await keepLane(holder, now()) : await takeLane(holder, now());
  if (!taken) return { end: "followed" };
  if ("until" in taken) return { end: "taken", until: taken.until.toISOString() };

  const until = later(now(), shiftOf);
  let { seen } = taken;
  let heldUntil = later(now(), holdFor);
  let overtaken = false;
  let othersWait = false;
  const stay = async () => {
    const at = now();
    const waiting = await stayInLane(holder, beside, at);
    overtaken = waiting === null;
    othersWait = waiting === true;
    if (waiting !== null) heldUntil = later(at, holdFor);
  };
  const staying = setInterval(() => {
    stay().catch((error: unknown) => log.error("could not keep a lane", error, { task: task.name }));
  }, stayEvery);
  const mayGoOn = () => !overtaken && !othersWait && now() < heldUntil;
  const linger = async (hinted: Promise<void>) => {
    const hints = await lingerInLane(holder, { seen, beside, hinted });
    // Noted before the claim that answers them.
    seen = hints ?? seen;
    return hints !== null;
  };
  try {
    while (true) {
      const { more, next } = await drainLane(task, holder.lane, until, { mayGoOn, linger });
      if (overtaken) return { end: "followed" };
      if (more && othersWait) {
        await leaveLane(holder, null);
        return { end: "yields" };
      }
      if (more) return { end: "more" };
      if (await leaveLane(holder, seen)) {
        const sleeps = next && next <= later(now(), longestSleep);
        return sleeps ? { end: "sleep", until: next.toISOString() } : { end: "drained" };
      }
      const kept = await keepLane(holder, now());
      if (!kept) return { end: "followed" };
      seen = kept.seen;
    }
  } finally {
    clearInterval(staying);
  }
}
