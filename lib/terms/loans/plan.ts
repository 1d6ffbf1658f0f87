import { addDays, addMonths } from "@/lib/kernel/calendar";
import { type Kobo, kobo, least, plus, sumOf, totalOf, zero } from "@/lib/kernel/money";
import { fill } from "@/lib/terms/ledger/allocation";
import { equalParts, type Installment } from "./schedule";

/** One instalment of a workout plan (docs/servicing.md#workout-plan). */
export type Planned = { dueDate: string; amount: Kobo };

/** How many instalments a plan has at most: three years of months. */
export const mostPlanned = 36;

export const planSteps = ["WEEK", "TWO_WEEKS", "MONTH"] as const;
export type PlanStep = (typeof planSteps)[number];

/** A plan to begin with: equal amounts, the remainder in the last one. */
export function equalPlan(of: { total: Kobo; count: number; first: string; step: PlanStep }): Planned[] {
  const { total, count, first, step } = of;
  const after = (i: number) =>
    step === "MONTH" ? addMonths(first, i) : addDays(first, i * (step === "WEEK" ? 7 : 14));
  return equalParts(total, count).map((amount, i) => ({ dueDate: after(i), amount }));
}

/**
 * The schedule with a plan for what is left of it. What is paid stays where it is, so that whatever was booked of it keeps
 * its split; the instalment that is paid in part is cut to that part.
 */
export function planned(installments: readonly Installment[], paid: Kobo, plan: readonly Planned[]): Installment[] {
  const filled = fill(paid, installments);
  const kept = installments.flatMap((one, i) => {
    const amount = filled[i] ?? zero;
    return amount === 0 ? [] : [{ ...one, amount, interest: least(amount, one.interest) }];
  });
  const interestOf = (some: readonly Installment[]) => sumOf(some.map(({ interest }) => interest));
  const interests = inProportion(kobo(interestOf(installments) - interestOf(kept)), plan);
  const last = kept.at(-1)?.number ?? 0;
  const rest = plan.map((one, i) => ({ ...one, number: last + 1 + i, interest: interests[i] ?? zero }));
  return [...kept, ...rest];
}

/** The first date by which more is due by one schedule than by another; null: by none. */
export function moreDueBy(one: readonly Installment[], other: readonly Installment[]): string | null {
  const due = (of: readonly Installment[], date: string) => totalOf(of.filter(({ dueDate }) => dueDate <= date));
  const dates = one.map(({ dueDate }) => dueDate).sort();
  return dates.find((date) => due(one, date) > due(other, date)) ?? null;
}

/**
 * Cut off at the sums, not at each: none differs by a kobo from its exact share, none is more than its amount, and together
 * they are exact.
 */
function inProportion(interest: Kobo, plan: readonly Planned[]): Kobo[] {
  const total = totalOf(plan);
  let [before, amount] = [zero, zero];
  return plan.map((one) => {
    amount = plus(amount, one.amount);
    const until = kobo(Number((BigInt(interest) * BigInt(amount)) / BigInt(total)));
    const own = kobo(until - before);
    before = until;
    return own;
  });
}
