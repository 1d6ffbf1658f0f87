import { later, second } from "@/lib/kernel/calendar";
import type { RealTime } from "@/lib/kernel/time";
import type { Check } from "./check-health";
import type { Health, Readiness } from "./schema";

/** How long an answer is given again. One that says something is wrong is looked into again sooner. */
const heldFor = { ok: 3 * second, degraded: 3 * second, down: second };

/** How long an answer about readiness is given again, in milliseconds. */
const readyFor = { ready: 2 * second, "not ready": second };

/** The same for readiness, which is over at once when the process is told to end. */
export function heldReadiness(
  check: () => Promise<Readiness["checks"]>,
  stopping: () => boolean,
): (realNow: RealTime) => Promise<Readiness> {
  const read = held(async () => {
    const checks = await check();
    // All processes have the same storage: to take them all away would help nobody, and all but documents can be had.
    const status = checks.some((one) => one.status === "down" && one.name !== "storage") ? "not ready" : "ready";
    return { answer: { status, checks } satisfies Readiness, heldFor: readyFor[status] };
  });
  return async (realNow) => {
    if (!stopping()) return read(realNow);
    return { status: "not ready", checks: [{ name: "process", status: "down", detail: "is about to end" }] };
  };
}

/** From a check a few seconds old at most, one at a time: nobody who asks can keep the service busy with it. */
export function heldHealth(check: () => Promise<Check[]>): (realNow: RealTime) => Promise<Health> {
  return held(async () => {
    const checks = await check();
    const worst = (["down", "degraded"] as const).find((one) => checks.some(({ status }) => status === one));
    const status: Health["status"] = worst ?? "ok";
    return { answer: { status, checks }, heldFor: heldFor[status] };
  });
}

/** @param look answers what is found, and for how many milliseconds it is given again */
function held<Answer>(
  look: () => Promise<{ answer: Answer; heldFor: number }>,
): (realNow: RealTime) => Promise<Answer> {
  let underWay: Promise<Answer> | undefined;
  let last: { answer: Answer; until: RealTime } | undefined;

  async function lookAgain(realNow: RealTime): Promise<Answer> {
    const { answer, heldFor: milliseconds } = await look();
    last = { answer, until: later(realNow, milliseconds) };
    return answer;
  }

  return (realNow) => {
    if (last && realNow < last.until) return Promise.resolve(last.answer);
    underWay ??= lookAgain(realNow).finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}
