import { hour, minute, second } from "@/lib/kernel/calendar";
import { errorOf, type Operation, type StepResult, type Thrown } from "./call";
import { planLimits, type Registered } from "./functions";
import type { ServerEvent } from "./intake";

type Status = "queued" | "running" | "sleeping" | "completed" | "failed" | "cancelled";

/** One run of a function for one event. */
export type Run = {
  id: string;
  fn: Registered;
  event: ServerEvent;
  status: Status;
  /** When it was made, by which the server tells events that came before it. */
  madeAt: number;
  steps: Map<string, StepResult | null>;
  version: number;
  calls: number;
  result: unknown;
  error: Thrown | null;
};

/** A run that has not begun. */
export function newRun(id: string, fn: Registered, event: ServerEvent, madeAt: number): Run {
  const nothing = { steps: new Map(), version: -1, calls: 0, result: null, error: null };
  return { id, fn, event, status: "queued", madeAt, ...nothing };
}

export const ended: readonly Status[] = ["completed", "failed", "cancelled"];

/** A call to be made: the next of a run, or one of its planned steps. */
export type Job = {
  id: string;
  run: Run;
  /** In milliseconds; by it the queue is ordered, less what the run's priority is ahead. */
  at: number;
  ahead: number;
  attempt: number;
  stepId: string;
  /** The sleep that ends with it. */
  wakes: string | null;
};

/** Between two tries, by the number of those before, and the most that chance adds. */
const waits = [15 * second, 30 * second, minute, 2 * minute, 5 * minute, 10 * minute, 20 * minute, 40 * minute, hour];
const longestWait = 2 * hour;
const mostChance = 30 * second;

/** When a call is tried again, as late as it may be. */
export function retryAt(attempt: number, now: number): number {
  return now + (waits[attempt] ?? longestWait) + mostChance;
}

/** What an operation leads to: calls to make, or an end. */
export type Next =
  | { kind: "call"; at: number; wakes: string | null; stepId: string }
  | { kind: "again" }
  | { kind: "completed"; result: unknown }
  | { kind: "failed"; error: Thrown };

const discover = (at: number): Next => ({ kind: "call", at, wakes: null, stepId: "step" });

/**
 * What one operation of an answer leads to; results are noted with the run.
 * @param attempt which try of the call it was, from 0; `mayRetry` is what its answer says
 * @throws Error when the operation is not known here.
 */
export function follow(run: Run, found: Operation, attempt: number, mayRetry: boolean, now: number): Next {
  switch (found.op) {
    case "Step":
    case "StepRun":
      run.steps.set(found.id, { data: found.data ?? null });
      return run.steps.size > planLimits.steps ? overflowed : discover(now);
    case "StepError":
      if (mayRetry && attempt + 1 < run.fn.attempts) return { kind: "again" };
      run.steps.set(found.id, { error: errorOf(found) });
      return discover(now);
    case "StepFailed":
      run.steps.set(found.id, { error: errorOf(found) });
      return discover(now);
    case "StepPlanned":
      return { kind: "call", at: now, wakes: null, stepId: found.id };
    case "Sleep":
      return { kind: "call", at: now + sleepOf(found, now), wakes: found.id, stepId: "step" };
    case "RunComplete":
      return { kind: "completed", result: found.data };
    default:
      throw new Error(`The stand-in of the server does not know the operation ${found.op}.`);
  }
}

const overflowed: Next = {
  kind: "failed",
  error: { name: "function_overflowed", message: `The function run exceeded ${planLimits.steps} steps.` },
};

/** How long a sleep is, in milliseconds: whole seconds, rounded, so that one may end up to half a second early. */
function sleepOf({ name, opts }: Operation, now: number): number {
  const asked = String(opts?.duration ?? name ?? "");
  const moment = Date.parse(asked);
  if (Number.isNaN(moment)) return durationOf(asked);
  return Math.max(0, Math.round((moment - now) / second) * second);
}

const units: Record<string, number> = { w: 7 * 24 * hour, d: 24 * hour, h: hour, m: minute, s: second, ms: 1 };

function durationOf(text: string): number {
  const parts = [...text.matchAll(/(\d+)(ms|[wdhms])/g)];
  if (parts.map(([part]) => part).join("") !== text) throw new Error(`Not a duration: ${text}`);
  return parts.reduce((sum, [, count, unit = ""]) => sum + Number(count) * (units[unit] ?? 0), 0);
}

/** Whether an event starts a run of a function. */
export function triggers(fn: Registered, event: ServerEvent): boolean {
  return fn.events.some(({ name, when }) => name === event.name && (!when || when({ event }) === true));
}

/** Whether an event, received at a moment, ends a run. */
export function cancels(run: Run, async: ServerEvent, receivedAt: number): boolean {
  const { event, madeAt } = run;
  // Neither the event that it was made for, nor one that came before it was made.
  if (event === async || receivedAt < madeAt) return false;
  return run.fn.cancel.some(
    ({ event: name, when }) => name === async.name && (!when || when({ event, async }) === true),
  );
}
