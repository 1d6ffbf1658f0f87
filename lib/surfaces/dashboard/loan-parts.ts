import { z } from "zod";
import { cursorOf, cutOnce } from "@/lib/kernel/cursor";
import { calendarDate } from "@/lib/kernel/validation";

function cutBy(cursor: z.ZodType<string>) {
  return { startingAfter: cursor.optional().catch(undefined), endingBefore: cursor.optional().catch(undefined) };
}

export const reportPageQuery = z.object(cutBy(cursorOf("repayment", "a report"))).overwrite(cutOnce);

/** The parts of a loan's page, those with a list with what its page is cut by: a neighbour's id, date or number. */
const loanParts = {
  terms: z.object({}),
  repayments: reportPageQuery,
  days: z.object(cutBy(calendarDate)).overwrite(cutOnce),
  ledger: z.object(cutBy(z.string().regex(/^\d{1,9}$/))).overwrite(cutOnce),
  breaks: z.object(cutBy(cursorOf("break", "a break"))).overwrite(cutOnce),
};
export type LoanPart = keyof typeof loanParts;

/** The query of a loan's page: a part of it, by default the terms, and the page of that part's list. */
export const loanPartQuery = z
  .looseObject({ part: z.enum(Object.keys(loanParts) as LoanPart[]).catch("terms") })
  .transform(({ part, ...rest }): { part: LoanPart; startingAfter?: string; endingBefore?: string } => ({
    part,
    ...loanParts[part].parse(rest),
  }));
