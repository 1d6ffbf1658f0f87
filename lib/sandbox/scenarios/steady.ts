import { kobo, plus } from "@/lib/kernel/money";
import { isNearlyComplete } from "@/lib/loans/loans/milestones";
import { settle } from "./settle";
import { goodWeek, salesFor, shareOfTotal } from "./steps";
import { dayOf, loanOf, naira, type Scenario, type Story, tell } from "./story";

/** Twelve good weeks, a little faster than the agreed 90 days. */
const weeks = 12;
const settledEvery = 4;

/** A merchant that sells every week and repays the loan ahead of schedule. */
export const steady: Scenario = {
  asks: 300_000,
  tenorDays: 90,
  days: weeks * 7 + 2,
  accepts: true,
  past: (story) => payWeekly(story, weeks),
};

/** The first weeks of the same, up to yesterday: running and ahead of schedule. */
export const running: Scenario = { ...steady, days: 5 * 7 + 1, past: (story) => payWeekly(story, 5) };

async function payWeekly(story: Story, until: number): Promise<void> {
  const sales = await salesFor(story, await shareOfTotal(story, 1 / weeks));
  let made: Awaited<ReturnType<typeof goodWeek>>[] = [];
  for (let number = 1; number <= until; number++) {
    const { received: before, principal, interest } = await loanOf(story);
    const due = plus(principal, interest);
    const deduction = await goodWeek(story, { number, sales });
    const { status, received } = await loanOf(story);
    const crossed = !isNearlyComplete(before, due) && isNearlyComplete(received, due);
    const follows = status === "REPAID" ? ": loan.completed" : crossed ? ": loan.nearly_complete" : "";
    tell(story, deduction.at, `Sales of ${naira(sales)}; ${naira(deduction.amount)} is deducted${follows}.`);
    made.push(deduction);
    if (number % settledEvery !== 0) continue;
    const from = dayOf(story, (number - settledEvery) * 7, 2);
    const { transferredAt } = await settle(story, { from, sales: kobo(sales * made.length), deductions: made });
    tell(story, transferredAt, `Four weeks are settled and paid out: all ${made.length} deductions are found in them.`);
    made = [];
  }
}
