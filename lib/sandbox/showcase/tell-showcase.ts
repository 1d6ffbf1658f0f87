import { day, earliest, later, startOfDay } from "@/lib/kernel/calendar";
import { now } from "@/lib/kernel/clock";
import { log } from "@/lib/kernel/log";
import { type BusinessTime, businessTimeOf, type RealTime } from "@/lib/kernel/time";
import { gatherPapers } from "@/lib/sandbox/test-helpers/borrowers/gather-papers";
import {
  readShowcase,
  readShowcaseProgress,
  type Showcase,
  type ShowcaseProgress,
  storeShowcaseProgress,
} from "@/lib/sandbox/test-helpers/state";
import { holdAllWork, releaseWork } from "./hold-work";
import { actorOf, registerReceiver } from "./open-showcase";
import { plansOf as allPlans, type Plan, programmeWeeks } from "./plan";
import type { Week } from "./play-loan-week";
import { isBusy, playWeek, stepsIn } from "./play-week";
import { shopOf } from "./shop-of";
import { writeToLate } from "./write-to-late";

/** For so many weeks the marketplace has had its events sent to it. */
const sentFor = 7;

/** What whoever has it told says about it. */
export type Telling = {
  /** Whether to end before the next piece. */
  stopped: () => boolean;
  /** Called after a piece that took so many milliseconds. */
  rest: (took: number) => Promise<void>;
  /** The merchants, of a programme of so many days. */
  plansOf?: (days: number) => readonly Plan[];
};

/**
 * Tells the past of the showcase's marketplace (docs/sandbox.md#showcase) week by week, merchant by merchant, up to the
 * first start: small pieces, each in a transaction with how far it has come, so that a killed one goes on where it was.
 * Not inside a transaction, and not by two at once.
 * @returns whether all of it has been told.
 */
export async function tellShowcase({ stopped, rest, plansOf = allPlans }: Telling): Promise<boolean> {
  const showcase = await readShowcase();
  if (!showcase) return true;
  const { tenant } = actorOf(showcase);
  let progress = (await readShowcaseProgress()) ?? { until: now().toISOString(), week: 0, merchant: 0, done: false };
  if (progress.done) return true;
  const until = businessTimeOf(progress.until);
  const begin = businessTimeOf(startOfDay(later(until, -programmeWeeks * 7 * day)));
  const plans = plansOf((until.getTime() - begin.getTime()) / day);
  while (progress.week <= programmeWeeks) {
    const week = weekOf(begin, progress.week, until);
    const at = plans.findIndex((plan, i) => i >= progress.merchant && isBusy(plan, begin, week));
    const plan = plans[at];
    if (!plan) {
      progress = { ...progress, week: progress.week + 1, merchant: 0 };
      continue;
    }
    if (stopped()) return false;
    const begun = performance.now();
    progress = { ...progress, merchant: at + 1 };
    await tellWeek(showcase, { plan, begin, week, progress });
    await rest(performance.now() - begun);
  }
  await writeToLate(actorOf(showcase), until);
  await releaseWork(tenant);
  await storeShowcaseProgress({ ...progress, done: true });
  return true;
}

/** Has the job engine leave the showcase's merchants alone until all has been told. Before the engine starts. */
export async function keepShowcase(realNow: RealTime): Promise<void> {
  const showcase = await readShowcase();
  if (!showcase) return;
  const progress = await readShowcaseProgress();
  if (progress && !progress.done) await holdAllWork(actorOf(showcase).tenant, realNow);
}

function weekOf(begin: BusinessTime, number: number, until: BusinessTime): Week {
  const from = later(begin, number * 7 * day);
  return { number, from, to: earliest(until, later(from, 7 * day)), until };
}

type Piece = { plan: Plan; begin: BusinessTime; week: Week; progress: ShowcaseProgress };

async function tellWeek(showcase: Showcase, { plan, begin, week, progress }: Piece): Promise<void> {
  const actor = actorOf(showcase);
  const realNow = now();
  const shop = await shopOf(actor.tenant, plan);
  const examined = stepsIn(plan, begin, week).some(({ does }) => does === "pass-kyc");
  const papers = examined ? await gatherPapers({ actor, shop, realNow }) : null;
  const playing = { actor, plan, shop, papers, begin, realNow };
  try {
    await playWeek(playing, week, async () => {
      if (week.number >= programmeWeeks - sentFor) await registerReceiver(week.from);
      await storeShowcaseProgress(progress);
    });
  } catch (error) {
    // No reason to leave the others untold; where it is the database that fails, this does too.
    log.error("a week of the showcase was not told", error, { merchant: plan.ref, week: week.number });
    await storeShowcaseProgress(progress);
  }
}
