import { z } from "zod";
import { cursorOf, cutOnce } from "@/lib/kernel/cursor";
import type { IdKind } from "@/lib/kernel/ids";
import { calendarDate, foreignId } from "@/lib/kernel/validation";
import { breakStatuses, breakTypes } from "@/lib/terms/breaks";
import { type LoanStatus, loanStatuses } from "@/lib/terms/loans/states";
import { matchStatuses } from "@/lib/terms/settlements";

/** How many days a loan that is collected is past due, from the least to the most. `paused`: collection rests. */
export const arrears = ["any", "1-30", "31-60", "61-90", "over-90", "paused"] as const;
export type Arrears = (typeof arrears)[number];

export const arrearsWords: Record<Arrears, string> = {
  any: "Past due, longest first",
  "1-30": "1 to 30 days",
  "31-60": "31 to 60 days",
  "61-90": "61 to 90 days",
  "over-90": "Over 90 days",
  paused: "Collection paused",
};

/** What an address asks for beyond what the page knows is left out: somebody may have written it by hand. */
function oneOfThese<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values).optional().catch(undefined);
}

const said = foreignId().optional().catch(undefined);

function listOf<Filters extends z.ZodRawShape>(kind: IdKind, filters: Filters) {
  return z.object({ q: said, merchant: said, ...filters, ...cutBy(cursorOf(kind, "a row")) });
}

function cutBy(cursor: z.ZodType<string>) {
  return { startingAfter: cursor.optional().catch(undefined), endingBefore: cursor.optional().catch(undefined) };
}

/** What the list of loans can be of: a status, or OUT, the loans that are paid out and still to be repaid. */
const loanChoices = ["OUT", ...loanStatuses] as const;
type LoanChoice = (typeof loanChoices)[number];

/** Whether a loan of this status is in a choice. */
export function isChosen(status: LoanStatus, choice: LoanChoice): boolean {
  return choice === "OUT" ? status === "ACTIVE" || status === "DEFAULTED" : status === choice;
}

/** The query of the page of loans, like the next two as an address has it. */
export const loanQuery = listOf("loan", { status: oneOfThese(loanChoices), arrears: oneOfThese(arrears) }).overwrite(
  cutOnce,
);
export type LoanQuery = z.output<typeof loanQuery>;

export const settlementQuery = listOf("settlement", { status: oneOfThese(matchStatuses) }).overwrite(cutOnce);
export type SettlementQuery = z.output<typeof settlementQuery>;

/** Without a status, OPEN: those that wait for the marketplace. */
export const breakQuery = listOf("break", {
  status: oneOfThese([...breakStatuses, "ALL"]),
  type: oneOfThese(breakTypes),
}).overwrite(cutOnce);
export type BreakQuery = z.output<typeof breakQuery>;

/** The query of a page that lists reports below something else. */
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
