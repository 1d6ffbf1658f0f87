import { and, eq, inArray, ne } from "drizzle-orm";
import { db } from "@/db/client";
import { loans } from "@/db/schema/loans";
import { dateOf, daysBetween } from "@/lib/kernel/calendar";
import type { FieldError } from "@/lib/kernel/errors";
import { toKobo } from "@/lib/kernel/money";
import type { BusinessTime } from "@/lib/kernel/time";
import type { LoanRecord } from "@/lib/loans/loans/load-loans";
import type { LoanTerms } from "@/lib/terms/loans/schema";
import { openLoanStates } from "@/lib/terms/loans/states";
import { combinedShare } from "@/lib/terms/scoring/constants";
import type { ChangeTerms } from "./schema";

/** A later date is a typing error, and would exceed the years that a date can represent. */
const mostDaysAhead = 3_652;

/** What is wrong with a day on which something is to be due from now on. */
export function dueDayError(date: string, today: string): string | null {
  if (date <= today) return "Must be in the future";
  return daysBetween(today, date) > mostDaysAhead ? "Must be within the next ten years" : null;
}

export function changedTerms(terms: LoanTerms, input: ChangeTerms): LoanTerms {
  const { deductionPercentage, minimumDeduction, dueDate } = input;
  return {
    ...terms,
    ...(deductionPercentage === undefined ? {} : { deductionBasisPoints: Math.round(deductionPercentage * 100) }),
    ...(minimumDeduction === undefined ? {} : { minimumDeduction: toKobo(minimumDeduction) }),
    ...(dueDate === undefined ? {} : { dueDate }),
  };
}

/** Whether terms may take more of a sale than the previous ones, whatever else they ease. */
export function costsMore(previous: LoanTerms, current: LoanTerms): boolean {
  return (
    current.deductionBasisPoints > previous.deductionBasisPoints || current.minimumDeduction > previous.minimumDeduction
  );
}

/** docs/servicing.md#change-of-terms. Only what changes is judged. The merchant's row must be locked. */
export async function errorsIn(current: LoanTerms, loan: LoanRecord, now: BusinessTime): Promise<FieldError[]> {
  const dueDate = dueDateError(current.dueDate, loan.dueDate, dateOf(now));
  const percentage = rangeError(current.deductionBasisPoints, loan) ?? (await combinedError(current, loan));
  return [
    ...(percentage === null ? [] : [{ field: "deductionPercentage", error: percentage }]),
    ...(dueDate === null ? [] : [{ field: "dueDate", error: dueDate }]),
  ];
}

function dueDateError(dueDate: string, present: string, today: string): string | null {
  if (dueDate === present) return null;
  if (dueDate < present) return `Must not be before the current one, ${present}`;
  return dueDayError(dueDate, today);
}

function rangeError(percentage: number, loan: LoanRecord): string | null {
  const { deductionBasisPoints: present } = loan;
  if (percentage === present) return null;
  const lowest = loan.lowestDeductionBasisPoints ?? present;
  const highest = loan.highestDeductionBasisPoints ?? present;
  if (percentage >= lowest && percentage <= highest) return null;
  return lowest === highest
    ? `Must be ${lowest / 100}, the only one that the lender allows for this loan`
    : `Must be from ${lowest / 100} to ${highest / 100}, the lender's range for this loan`;
}

/** All loans of a merchant together take a limited share of its sales. */
async function combinedError({ deductionBasisPoints }: LoanTerms, loan: LoanRecord): Promise<string | null> {
  if (deductionBasisPoints <= loan.deductionBasisPoints) return null;
  const others = await db()
    .select({ taken: loans.deductionBasisPoints })
    .from(loans)
    .where(and(eq(loans.merchantId, loan.merchantId), ne(loans.id, loan.id), inArray(loans.status, openLoanStates)));
  const left = others.reduce((rest, { taken }) => rest - taken, combinedShare * 100);
  if (deductionBasisPoints <= left) return null;
  return `Must be at most ${Math.max(0, left) / 100}: all loans of a merchant together take at most ${combinedShare} percent`;
}
