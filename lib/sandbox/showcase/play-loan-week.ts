import { day, later, latest } from "@/lib/kernel/calendar";
import { kobo, minus, toKobo } from "@/lib/kernel/money";
import type { BusinessTime } from "@/lib/kernel/time";
import { answerBreak } from "@/lib/lending/reconciliation/breaks/answer-break";
import { decideBreak } from "@/lib/lending/reconciliation/breaks/decide-break";
import { writeOffLoan } from "@/lib/lending/servicing/write-off-loan";
import { pauseLoan } from "@/lib/loans/loans/changes/pause-loan";
import { resumeLoan } from "@/lib/loans/loans/changes/resume-loan";
import { passTime } from "@/lib/sandbox/scenarios/pass-time";
import { settle, transferOf } from "@/lib/sandbox/scenarios/settle";
import { allowedOf, deduct, fail, reverse, sell, shareOfTotal } from "@/lib/sandbox/scenarios/steps";
import type { Story } from "@/lib/sandbox/scenarios/story";
import { accept, ask, type Playing, shareData } from "./borrow";
import { drawFrom } from "./draw";
import { paceOf } from "./fates";

import { salesBetween } from "./sales";
import { deductedSince, readStanding, type Standing, waitingBreaks } from "./standing";

/** A week of the programme, or what there has been of it. */
export type Week = {
  number: number;
  from: BusinessTime;
  to: BusinessTime;
  /** The end of the programme: nothing has happened after it. */
  until: BusinessTime;
};

type Borrowing = Standing & { loanId: string; status: NonNullable<Standing["status"]> };
type Scene = Playing & { week: Week; standing: Borrowing; story: Story; draw: () => number };

/** How long a careful marketplace takes to answer a break, and the service to decide it. */
const answeredAfter = 9 * day;
const decidedAfter = 24 * day;

/** Plays a week of a merchant's latest loan, if it has one. In the transaction of its week. */
export async function playLoanWeek(playing: Playing, week: Week): Promise<void> {
  const { actor, plan } = playing;
  const standing = await readStanding(actor.tenant, plan.ref);
  const { loanId, status, merchantId } = standing ?? {};
  if (!standing || !loanId || !status || !merchantId) return;
  const story: Story = {
    actor,
    ref: plan.ref,
    merchantId,
    loanId,
    begin: standing.disbursedAt ?? week.from,
    reached: week.from,
    told: [],
    named: 100 * (week.number + 1),
  };
  const draw = drawFrom(`${plan.ref} ${standing.number} ${week.number}`);
  const scene: Scene = { ...playing, week, standing: { ...standing, loanId, status }, story, draw };
  await turn(scene);
  // A settlement is transferred a day after its period, which may be beyond the week.
  await passTime(story, latest(week.to, story.reached));
  await tidyBreaks(scene);
}

async function turn(scene: Scene): Promise<void> {
  const { status, disbursedAt } = scene.standing;
  if (status === "ACTIVE" && disbursedAt && disbursedAt < scene.week.from) return repay(scene, disbursedAt);
  if (status === "REPAID") return comeAgain(scene);
  if (status === "DEFAULTED") return afterDefault(scene);
  if (status === "WRITTEN_OFF") return recover(scene);
}

async function repay(scene: Scene, disbursedAt: BusinessTime): Promise<void> {
  const { actor, plan, week, standing } = scene;
  const { loanId, paused, requests } = standing;
  const weeks = Math.floor((week.from.getTime() - disbursedAt.getTime()) / (7 * day));
  if (plan.fate === "overdue" && weeks === 5 && requests === 1) await askAgain(scene);
  if (plan.fate === "dip" && plan.joins % 1 < 0.5) {
    if (weeks === 5) await pauseLoan({ actor, loanId, input: { reason: "Low season" }, now: week.from });
    if (weeks === 8 && paused) {
      await resumeLoan({ actor, loanId, input: { reason: "Sales are back" }, now: week.from });
    }
  }
  const pace = paceOf(plan.fate, weeks);
  if (pace > 0) await sellWeek(scene, pace);
  if (pace > 0 && weeks % 4 === 3) await settleMonth(scene, pace);
}

/** Sales on two days of the week, and what is deducted of them: each merchant on days and at times of its own. */
async function sellWeek(scene: Scene, pace: number): Promise<void> {
  const { plan, begin, week, story } = scene;
  const habit = drawFrom(`${plan.ref} habit`);
  const shift = Math.floor(3 * habit()) - 1 + habit() / 4;
  const at = (days: number) => later(week.from, (days + shift) * day);
  const sales = toKobo(Math.round(salesBetween(plan, begin, week.from, later(week.from, 7 * day)) * pace));
  const first = kobo(Math.round(sales * 0.46));
  for (const [days, amount] of [
    [1.4, first],
    [4.6, minus(sales, first)],
  ] as const) {
    if (at(days) < week.to) await sell(story, at(days), amount);
  }
  if (later(week.from, 7 * day) <= week.to) await deductWeek(scene, at(5.5), await allowedOf(story, sales));
}

/** Deducts what is agreed, or what comes of it when somebody is careless. */
async function deductWeek({ plan, story, draw }: Scene, at: BusinessTime, amount: ReturnType<typeof kobo>) {
  if (amount <= 0) return;
  const mishap = draw() < (plan.fate === "careless" ? 0.7 : 0.04) ? Math.floor(draw() * 5) : null;
  if (mishap === 0) return;
  if (mishap === 1) {
    await fail(story, { amount, at });
    await deduct(story, { amount, at: later(at, day / 6) });
    return;
  }
  const taken = mishap === 2 ? kobo(Math.round(amount * 1.45)) : amount;
  const reference = await deduct(story, { amount: taken, at });
  if (mishap === 3) await deduct(story, { amount, at, reference, toldAt: later(at, day / 8) });
  if (mishap === 4) {
    await reverse(story, reference, { amount: kobo(Math.round(amount * 0.4)), at: later(at, day / 6) });
  }
}

/** The marketplace pays out what the last weeks brought; a careless one forgets a deduction in its list. */
async function settleMonth(scene: Scene, pace: number): Promise<void> {
  const { plan, begin, week, story, standing, draw } = scene;
  const from = later(week.from, -21 * day);
  const deductions = await deductedSince(standing.loanId, from);
  const listed = plan.fate === "careless" && draw() < 0.5 ? deductions.slice(1) : deductions;
  if (listed.length === 0 || later(week.from, 7 * day) > week.to) return;
  // Not paid out yet.
  if (transferOf(story, { from, deductions: listed }) > week.until) return;
  const sales = toKobo(Math.round(salesBetween(plan, begin, from, week.to) * pace));
  await settle(story, { from, sales, deductions: listed });
}

async function comeAgain(scene: Scene): Promise<void> {
  const { plan, week, standing } = scene;
  const rested = standing.since && standing.since < later(week.from, -5 * day);
  if (!rested || standing.requests >= plan.loans) return;
  await askAgain(scene);
  const accepted = later(week.from, (3.4 + scene.draw() / 3) * day);
  if (accepted < week.to) await accept(scene, accepted);
}

async function askAgain(scene: Scene): Promise<void> {
  const { week, draw } = scene;
  const at = later(week.from, (1.35 + draw() / 3) * day);
  // The last week is what there has been of it.
  if (at >= week.to) return;
  await passTime(scene.story, at);
  await shareData(scene, at);
  await ask(scene, at);
}

async function afterDefault(scene: Scene): Promise<void> {
  const { actor, plan, week, standing } = scene;
  const { loanId, since, requests } = standing;
  if (!since) return;
  if (plan.fate === "written-off" && since < later(week.from, -21 * day)) {
    await writeOffLoan({ actor, loanId, input: { reason: "The business has closed." }, now: week.from });
  } else if (plan.fate === "defaulted" && requests === 1 && since < later(week.from, -7 * day)) {
    await askAgain(scene);
  }
}

/** A little comes in after all, once. */
async function recover({ week, standing, story }: Scene): Promise<void> {
  const { since } = standing;
  if (!since || since < later(week.from, -14 * day)) return;
  const amount = await shareOfTotal(story, 1 / 25);
  await deduct(story, { amount, at: later(week.from, 3 * day) });
}

/** Most breaks have been answered or decided after a while; those of a careless marketplace wait. */
async function tidyBreaks({ actor, plan, week, standing, draw }: Scene): Promise<void> {
  const now = week.to;
  for (const { id: breakId, status, detectedAt } of await waitingBreaks(standing.merchantId)) {
    const age = now.getTime() - detectedAt.getTime();
    const patience = plan.fate === "careless" ? 2 : 1;
    if (age > patience * decidedAfter) {
      const input = { resolution: "EXPLAINED", note: "Agreed with the marketplace." } as const;
      await decideBreak({ actor, breakId, input, now });
    } else if (status === "OPEN" && age > patience * answeredAfter && draw() < 0.6) {
      const input = { reason: "ORDER_CANCELLED", note: "The buyer sent the goods back." } as const;
      await answerBreak({ actor, breakId, input, now });
    }
  }
}
