import { dateOf, daysBetween } from "@/lib/kernel/calendar";
import { type Kobo, plus } from "@/lib/kernel/money";
import type { LoanChangeKind } from "@/lib/terms/loans/states";
import {
  daysToRepay,
  type EarlierShare,
  estimatedAnnualPercentage,
  scheduledAnnualPercentage,
} from "./annual-percentage";

/** A pause, resumption or change of terms, with the due date and the percentage, in basis points, that held before it. */
export type TermsChange = {
  kind: LoanChangeKind;
  at: Date;
  dueBefore: string;
  shareBefore: number;
};

type Cost = {
  tenorDays: number;
  deductionBasisPoints: number;
  dueDate: string;
  expectedDays: number | null;
  annualPercentageBasisPoints: number | null;
  scheduledAnnualPercentageBasisPoints: number | null;
};

type Agreed = Cost & {
  principal: Kobo;
  interest: Kobo;
  assumedMonthlySales: Kobo | null;
  startDate: string;
  cooledOffAt: Date | null;
  installments: readonly { dueDate: string; amount: Kobo }[];
};

/**
 * docs/agreements.md#after-a-change. A pause counts once it has ended, as its dates do. `loan`: percentage, dates and
 * schedule as they hold, the rest as agreed; `changes`: oldest first.
 */
export function termsNow(loan: Agreed, changes: readonly TermsChange[]): { now: Cost; agreed: Cost | null } {
  const [first] = changes;
  if (!first || loan.cooledOffAt || changes.every(({ kind }) => kind === "PAUSE")) return { now: loan, agreed: null };
  const agreed = { ...loan, deductionBasisPoints: first.shareBefore, dueDate: first.dueBefore };
  const { principal, assumedMonthlySales: monthlySales, deductionBasisPoints, startDate } = loan;
  const expected = monthlySales ? { total: plus(principal, loan.interest), monthlySales } : null;
  const asNow = expected && { ...expected, deductionBasisPoints, earlier: earlierShares(startDate, changes) };
  const asAgreed = expected && { ...expected, deductionBasisPoints: agreed.deductionBasisPoints };
  const known = loan.annualPercentageBasisPoints !== null;
  const schedule = loan.installments.map(({ dueDate, amount }) => ({ day: daysBetween(startDate, dueDate), amount }));
  return {
    agreed,
    now: {
      deductionBasisPoints,
      dueDate: loan.dueDate,
      tenorDays: daysBetween(startDate, loan.dueDate),
      expectedDays:
        asNow && asAgreed && loan.expectedDays !== null
          ? loan.expectedDays + Math.round(daysToRepay(asNow) - daysToRepay(asAgreed))
          : loan.expectedDays,
      annualPercentageBasisPoints: asNow && known ? estimatedAnnualPercentage({ ...asNow, principal }) : null,
      scheduledAnnualPercentageBasisPoints:
        loan.scheduledAnnualPercentageBasisPoints === null ? null : scheduledAnnualPercentage({ principal, schedule }),
    },
  };
}

/** What was taken before today's share, day by day: a change holds from the day after it, a pause takes nothing. */
function earlierShares(startDate: string, changes: readonly TermsChange[]): EarlierShare[] {
  const earlier: EarlierShare[] = [];
  let day = 0;
  let pausing = false;
  for (const { kind, at, shareBefore } of changes) {
    // What changes during a pause holds once it has ended.
    if (pausing && kind !== "RESUME") continue;
    const until = Math.max(day, daysBetween(startDate, dateOf(at)));
    earlier.push({ days: until - day, basisPoints: pausing ? 0 : shareBefore });
    day = until;
    pausing = kind === "PAUSE";
  }
  return earlier;
}
