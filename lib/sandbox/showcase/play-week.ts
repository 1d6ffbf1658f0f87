import { transaction } from "@/db/client";
import { day, later } from "@/lib/kernel/calendar";
import type { Playing } from "./borrow";
import { takesMoney } from "./fates";
import { holdWork } from "./hold-work";
import type { Plan } from "./plan";
import { playLoanWeek, type Week } from "./play-loan-week";
import { playStep } from "./play-step";
import { readStanding } from "./standing";

/** What a merchant does in a week, apart from its loans. */
export function stepsIn(plan: Plan, begin: Date, week: Week) {
  return plan.steps
    .map(({ day: days, does }) => ({ at: later(week.from, begin.getTime() - week.from.getTime() + days * day), does }))
    .filter(({ at }) => at >= week.from && at < week.to);
}

export function isBusy(plan: Plan, begin: Date, week: Week): boolean {
  if (stepsIn(plan, begin, week).length > 0) return true;
  const asks = plan.steps.find(({ does }) => does === "ask");
  if (!asks || begin.getTime() + asks.day * day > week.from.getTime()) return false;
  return takesMoney(plan.fate) || plan.fate === "lapsed" || plan.fate === "offered";
}

/** Each act at its own moment, in one transaction: nobody sees half of it. `done`: in the same transaction. */
export async function playWeek(playing: Playing, week: Week, done: () => Promise<void>): Promise<void> {
  const { actor, plan, begin, realNow } = playing;
  await transaction(async () => {
    for (const { at, does } of stepsIn(plan, begin, week)) await playStep(playing, does, at);
    await playLoanWeek(playing, week);
    const standing = await readStanding(actor.tenant, plan.ref);
    if (standing) await holdWork(standing.merchantId, realNow);
    await done();
  });
}
