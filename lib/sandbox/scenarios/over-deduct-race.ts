import { transaction } from "@/db/client";
import { currency, fromKobo, minus, plus } from "@/lib/kernel/money";
import type { BusinessTime } from "@/lib/kernel/time";
import { watchCollection } from "@/lib/lending/collection/watch-collection";
import { reportRepayment } from "@/lib/sandbox/test-helpers/test-loans/report-repayment";
import { allowedOf, goodWeek, salesFor, shareOfTotal } from "./steps";
import { loanOf, naira, nameFor, type Scenario, type Story, tell } from "./story";

/** The share of the total repaid each week: 95 percent together. */
const shares = [0.3, 0.3, 0.3, 0.05];

/** A loan with little left to pay, and two checkouts that deduct at the same time. */
export const overDeductRace: Scenario = {
  asks: 300_000,
  tenorDays: 30,
  days: 4 * 7 + 1,
  accepts: true,
  past: async (story) => {
    for (const [i, share] of shares.entries()) {
      const sales = await salesFor(story, await shareOfTotal(story, share));
      const { amount, at } = await goodWeek(story, { number: i + 1, sales });
      const follows = i === shares.length - 1 ? ": loan.nearly_complete" : "";
      tell(story, at, `Sales of ${naira(sales)}; ${naira(amount)} is deducted${follows}.`);
    }
  },
  present: race,
};

/** Together more than is outstanding; which commits first makes no difference. Not inside a transaction. */
async function race(story: Story, now: BusinessTime): Promise<void> {
  const { actor, loanId } = story;
  const { loan, sales, amount } = await transaction(async () => {
    const sales = await salesFor(story, await shareOfTotal(story, 0.04));
    return { loan: await loanOf(story), sales, amount: await allowedOf(story, sales) };
  });
  const left = minus(plus(loan.principal, loan.interest), loan.received);
  tell(story, now, `${naira(left)} is left. Two checkouts ask at once, and each may deduct ${naira(amount)}.`);
  const common = { amount: fromKobo(amount), currency, deductedAt: now.toISOString() };
  const checkout = () => {
    const deduction = { ...common, reference: nameFor(story, "deduction") };
    const order = { id: nameFor(story, "order"), type: "sale" as const, grossAmount: fromKobo(sales) };
    const sourceTransaction = { ...order, timestamp: now.toISOString() };
    return reportRepayment({ actor, loan, fact: { event: "repayment.deducted", deduction, sourceTransaction }, now });
  };
  await Promise.all([checkout(), checkout()]);
  // The engine looks too, and whoever takes the days up last is the one who writes.
  let dueAt: BusinessTime | null = now;
  while (dueAt && dueAt <= now) dueAt = await watchCollection(loanId, now);
  const { status } = await transaction(() => loanOf({ actor, loanId }));
  const excess = naira(minus(plus(amount, amount), left));
  const beyond = `${excess} is owed to the merchant, a break OVER_DEDUCTION until it is refunded a day later`;
  tell(story, now, `Both deduct, and the loan is ${status}: loan.completed. ${beyond}.`);
}
