import { writeOffLoan } from "@/lib/lending/servicing/write-off-loan";
import { sandboxDebits } from "@/lib/platform/providers/mandate";
import { passTime } from "./pass-time";
import { deduct, goodWeek, salesFor, sellInWeek, shareOfTotal } from "./steps";
import { dayOf, loanOf, naira, type Scenario, type Story, tell } from "./story";

/** The third instalment, due on day 21, is the first unpaid one; 91 days past due is one day over the limit. */
const firstMissed = 21;
const tooLate = firstMissed + 91;

/** Two instalments, then sales without deductions, then nothing. Its account is empty: debits of arrears bounce. */
export const defaulting: Scenario = {
  asks: 300_000,
  tenorDays: 30,
  days: tooLate + 3,
  accepts: true,
  accountNumber: `012345${sandboxDebits.empty}`,
  past: async (story) => {
    await payTwoWeeks(story);
    await sellOn(story);
    await goQuiet(story);
  },
};

/** A merchant that pays two instalments and is never heard from again. */
export const silent: Scenario = {
  ...defaulting,
  past: async (story) => {
    await payTwoWeeks(story);
    await goQuiet(story);
  },
};

/** The same, later written off, with a small recovery. */
export const writtenOff: Scenario = {
  ...defaulting,
  days: tooLate + 30,
  past: async (story) => {
    await silent.past(story);
    const { actor, loanId } = story;
    const at = dayOf(story, tooLate + 20);
    await passTime(story, at);
    await writeOffLoan({ actor, loanId, input: { reason: "The business has closed." }, now: at });
    tell(story, at, "What is left is given up: loan.written_off.");
    const amount = await shareOfTotal(story, 1 / 20);
    await deduct(story, { amount, at: dayOf(story, tooLate + 27) });
    tell(story, dayOf(story, tooLate + 27), `${naira(amount)} comes in after all: a recovery.`);
  },
};

/** Two weeks behind, at the end of the schedule: overdue, not in default. */
export const overdue: Scenario = { ...defaulting, days: 34, past: payTwoWeeks };

async function payTwoWeeks(story: Story): Promise<void> {
  const sales = await salesFor(story, await shareOfTotal(story, 1 / 4));
  for (const number of [1, 2]) {
    const { amount, at } = await goodWeek(story, { number, sales });
    tell(story, at, `Sales of ${naira(sales)}; ${naira(amount)} is deducted.`);
  }
}

async function sellOn(story: Story): Promise<void> {
  const sales = await salesFor(story, await shareOfTotal(story, 1 / 4));
  await sellInWeek(story, { number: 3, sales });
  tell(story, dayOf(story, 19), `Sales of ${naira(sales)}, and no deduction follows.`);
  await passTime(story, dayOf(story, 29));
  tell(story, dayOf(story, 29), "The payout period is over: a break SHORT_DEDUCTION for each of the two days.");
}

async function goQuiet(story: Story): Promise<void> {
  tell(story, dayOf(story, firstMissed + 1), "The third installment is overdue: WATCH.");
  await passTime(story, dayOf(story, tooLate + 1));
  const { status, defaultedAt } = await loanOf(story);
  if (status !== "DEFAULTED" || !defaultedAt) throw new Error(`The loan of the story is ${status}.`);
  tell(
    story,
    dayOf(story, firstMissed + 33),
    "Its arrears are debited, announced two days before: the bank refuses, week after week.",
  );
  tell(story, defaultedAt, "91 days past due: loan.defaulted.");
}
