import { type Inngest, type InngestFunction, NonRetriableError } from "inngest";
import { day, later, minute } from "@/lib/calendar";
import { businessClock, now } from "@/lib/clock";
import { log } from "@/lib/log";
import { type RealTime, realTime } from "@/lib/time";
import { eventData, eventName, toEvent } from "./inngest-client";
import type { Task } from "./task";

/** Rows of one marketplace that a task works on at once, so that a burst does not hold up the others. */
const perMarketplace = 20;

/** How often a run tries its row before it hands over to a new run: Inngest allows a thousand steps per run. */
const maxRounds = 50;

/** Longest sleep: a row due later than this is left to the sweep. Inngest's free plan sleeps at most seven days. */
const longestSleep = 6 * day;

/** Rows due for less than this are skipped: their nudge is in transit, or the run that follows them is waking up. */
const sweepAfter = minute / 2;

/** Rows per sweep, and how many of them go in one request. */
const sweepLimit = 1_000;
const sweepChunk = 250;

/** As Inngest stores it. `again` is ISO 8601. */
type Attempt = { taken: boolean; again: string | null };

/**
 * For each task a function that works on a row and follows it, and one that checks every minute for rows nobody
 * follows.
 * @param limit rows of one marketplace worked on at once, per task. The account's plan sets the maximum.
 */
export function createFunctions(
  client: Inngest,
  tasks: readonly Task[],
  limit: number = perMarketplace,
): InngestFunction.Any[] {
  return tasks.flatMap((task) => [follow(client, task, limit), sweep(client, task)]);
}

/**
 * Works on a row, sleeps until it is due again, and so on. A run that finds its row claimed elsewhere waits once (its
 * nudge was early, or the other worker died) and quits the second time, so that runs for one row never pile up.
 */
function follow(client: Inngest, task: Task, limit: number) {
  return client.createFunction(
    {
      id: task.name,
      triggers: [{ event: eventName(task.name) }],
      concurrency: [{ key: "event.data.marketplaceId", limit: Math.min(limit, task.concurrency) }],
      retries: 3,
    },
    async ({ event, step }) => {
      const row = eventData.safeParse(event.data);
      if (!row.success) throw new NonRetriableError("The event names no row.");
      let missed = 0;
      for (let round = 1; round <= maxRounds; round++) {
        const { taken, again } = await step.run(`attempt ${round}`, () => attempt(task, row.data.id));
        missed = taken ? 0 : missed + 1;
        if (!again) return { rounds: round, followedBy: "nobody" };
        if (missed > 1) return { rounds: round, followedBy: "another run" };
        await step.sleepUntil(`until ${round}`, again);
      }
      await step.sendEvent("hand over", toEvent(task.name, row.data));
      return { rounds: maxRounds, followedBy: "a new run" };
    },
  );
}

async function attempt(task: Task, id: string): Promise<Attempt> {
  try {
    const claim = await task.claimOne(id, now());
    if (!claim.taken) return { taken: false, again: withinSleep(claim.again) };
    const again = await task.run(id, businessClock(claim.clockAhead));
    // Inngest sleeps by real time.
    return { taken: true, again: withinSleep(again && realTime(again, claim.clockAhead)) };
  } catch (error) {
    log.error("background work failed", error, { task: task.name, id });
    // Inngest keeps what is thrown, and a database error quotes the row: the details stay here.
    throw new Error("The work failed; the log of the service says why.");
  }
}

function withinSleep(again: RealTime | null): string | null {
  return again && again <= later(now(), longestSleep) ? again.toISOString() : null;
}

/** Sends events for rows that have been due for a while and are not leased. Claims make a redundant event harmless. */
function sweep(client: Inngest, task: Task) {
  return client.createFunction(
    { id: `${task.name}-sweep`, triggers: [{ cron: "* * * * *" }], concurrency: [{ limit: 1 }], retries: 0 },
    async ({ step }) => {
      const rows = await step.run("look", () => task.peek(sweepLimit, later(now(), -sweepAfter)));
      for (let start = 0; start < rows.length; start += sweepChunk) {
        const events = rows.slice(start, start + sweepChunk).map((row) => toEvent(task.name, row));
        await step.sendEvent(`send from ${start}`, events);
      }
      return { sent: rows.length };
    },
  );
}
