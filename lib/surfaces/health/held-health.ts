import { later, second } from "@/lib/kernel/calendar";
import type { RealTime } from "@/lib/kernel/time";
import type { Check } from "./check-health";
import type { Health } from "./schema";

/** How long an answer is given again. One that says something is wrong is looked into again sooner. */
const heldFor = { ok: 3 * second, degraded: 3 * second, down: second };

/** From a check a few seconds old at most, one at a time: nobody who asks can keep the service busy with it. */
export function heldHealth(check: () => Promise<Check[]>): (realNow: RealTime) => Promise<Health> {
  let underWay: Promise<Health> | undefined;
  let held: { health: Health; until: RealTime } | undefined;

  async function look(realNow: RealTime): Promise<Health> {
    const checks = await check();
    const worst = (["down", "degraded"] as const).find((one) => checks.some(({ status }) => status === one));
    const status: Health["status"] = worst ?? "ok";
    const health = { status, checks };
    held = { health, until: later(realNow, heldFor[status]) };
    return health;
  }

  return (realNow) => {
    if (held && realNow < held.until) return Promise.resolve(held.health);
    underWay ??= look(realNow).finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}
