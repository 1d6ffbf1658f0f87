import { type Kobo, kobo, minus } from "@/lib/kernel/money";
import { passTime } from "./pass-time";
import { deduct, fail, goodWeek, reverse, salesFor, sell, sellInWeek, shareOfTotal } from "./steps";
import { dayOf, loanOf, naira, type Scenario, type Story, tell } from "./story";

/** Deductions that fail, are reversed, or are reported twice and out of order; the balance is right throughout. */
export const failedThenReversed: Scenario = {
  asks: 300_000,
  tenorDays: 90,
  days: 29,
  accepts: true,
  past: async (story) => {
    const weekly = await shareOfTotal(story, 1 / 12);
    const sales = await salesFor(story, weekly);
    const half = kobo(Math.round(sales / 2));
    const first = await goodWeek(story, { number: 1, sales });
    tell(story, first.at, `${naira(first.amount)} is deducted.`);

    await sellInWeek(story, { number: 2, sales });
    await fail(story, { amount: weekly, at: dayOf(story, 14) });
    tell(story, dayOf(story, 14), `A deduction of ${naira(weekly)} fails: repayment.failed. Nothing is booked.`);
    const second = await deduct(story, { amount: weekly, at: dayOf(story, 15) });
    tell(story, dayOf(story, 15), `The second attempt succeeds: ${naira(weekly)} is deducted.`);
    await sell(story, dayOf(story, 16), half);
    await reverse(story, second, { amount: weekly, at: dayOf(story, 18) });
    tell(story, dayOf(story, 18), `It is reversed, ${naira(weekly)}: the balance is what it was before.`);
    await sell(story, dayOf(story, 19), half);
    const over = dayOf(story, 20, 23);
    await passTime(story, over);
    tell(story, over, "The payout period is over, and no deduction is left for the second week: SHORT_DEDUCTION.");

    await twice(story, weekly);
    await sellInWeek(story, { number: 4, sales });
    await wrongWayRound(story, weekly);
    const { received } = await loanOf(story);
    tell(story, dayOf(story, 28, 2), `Paid in all: ${naira(received)}.`);
  },
};

async function twice(story: Story, weekly: Kobo): Promise<void> {
  const at = dayOf(story, 21);
  const event = { id: `${story.ref}-told-twice`, at };
  const reference = await deduct(story, { amount: weekly, at, event });
  tell(story, at, `${naira(weekly)} is deducted.`);
  const again = { amount: weekly, at, reference };
  await deduct(story, { ...again, event, toldAt: dayOf(story, 21, 1) });
  tell(story, dayOf(story, 21, 1), "The same webhook comes again: answered as the first time, booked once.");
  await deduct(story, { ...again, toldAt: dayOf(story, 21, 2) });
  tell(
    story,
    dayOf(story, 21, 2),
    "The same deduction comes under another event id: no effect, and a break DUPLICATE.",
  );
}

async function wrongWayRound(story: Story, weekly: Kobo): Promise<void> {
  const reference = `${story.ref}-deduction-late`;
  const back = kobo(Math.round(weekly * 0.4));
  await reverse(story, reference, { amount: back, at: dayOf(story, 28, 1) });
  tell(
    story,
    dayOf(story, 28, 1),
    `A reversal of ${naira(back)} comes before its deduction: it is held, and a break MISSING.`,
  );
  await deduct(story, { amount: weekly, at: dayOf(story, 28), reference, toldAt: dayOf(story, 28, 2) });
  tell(
    story,
    dayOf(story, 28, 2),
    `Its deduction of ${naira(weekly)} comes: both are booked, the break ends, ${naira(minus(weekly, back))} stays.`,
  );
}
