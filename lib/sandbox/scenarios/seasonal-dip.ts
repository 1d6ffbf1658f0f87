import { type Kobo, kobo } from "@/lib/kernel/money";
import { pauseLoan } from "@/lib/loans/loans/changes/pause-loan";
import { resumeLoan } from "@/lib/loans/loans/changes/resume-loan";
import { passTime } from "./pass-time";
import { goodWeek, salesFor, sellInWeek, shareOfTotal } from "./steps";
import { dayOf, naira, type Scenario, type Story, tell } from "./story";

/** Weeks to repay the loan at the usual pace: a little less than the agreed 120 days. */
const usualWeeks = 16;

/** Weekly sales, as a share of the usual. */
const pace = { usual: 1, dip: 0.2, season: 4 };

/** A merchant whose sales drop for some weeks: it falls behind, gets a pause, and catches up in its high season. */
export const seasonalDip: Scenario = {
  asks: 300_000,
  tenorDays: 120,
  days: 13 * 7 + 1,
  accepts: true,
  past: async (story) => {
    const usual = await salesFor(story, await shareOfTotal(story, 1 / usualWeeks));
    const salesAt = (share: number) => kobo(Math.round(usual * share));
    await sell(story, [1, 2, 3, 4], salesAt(pace.usual), "Sales as usual");
    await sell(story, [5, 6, 7, 8, 9], salesAt(pace.dip), "Sales fall");
    const overdue = dayOf(story, 61);
    tell(story, overdue, "The second installment was due yesterday and is not paid in full: overdue, WATCH.");
    const { actor, loanId } = story;
    const pausedAt = dayOf(story, 64);
    await passTime(story, pausedAt);
    await pauseLoan({ actor, loanId, input: { reason: "Low season" }, now: pausedAt });
    tell(story, pausedAt, "Collection is paused: loan.repayment_updated. Nothing falls due meanwhile.");
    for (const number of [10, 11]) await sellInWeek(story, { number, sales: salesAt(pace.dip) });
    const resumedAt = dayOf(story, 78);
    await passTime(story, resumedAt);
    await resumeLoan({ actor, loanId, input: { reason: "High season" }, now: resumedAt });
    tell(story, resumedAt, "Collection is resumed: loan.repayment_updated. What is not due yet is due 14 days later.");
    await sell(story, [12, 13], salesAt(pace.season), "High season");
    tell(story, dayOf(story, 13 * 7), "Everything that was due is paid.");
  },
};

async function sell(story: Story, weeks: readonly number[], sales: Kobo, how: string): Promise<void> {
  for (const number of weeks) {
    const { amount, at } = await goodWeek(story, { number, sales });
    tell(story, at, `${how}: ${naira(sales)}; ${naira(amount)} is deducted.`);
  }
}
