import { z } from "zod";
import { breakStatuses, breakTypes } from "@/lib/breaks/constants";
import { cursorOf } from "@/lib/cursor";
import type { IdKind } from "@/lib/ids";
import { loanStatuses } from "@/lib/loans/states";
import { matchStatuses } from "@/lib/settlements/constants";
import { foreignId } from "@/lib/validation";

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
  const cursor = cursorOf(kind, "a row").optional().catch(undefined);
  return z.object({ q: said, merchant: said, ...filters, startingAfter: cursor, endingBefore: cursor });
}

/** The query of the page of loans, like the next two as an address has it. */
export const loanQuery = listOf("loan", { status: oneOfThese(loanStatuses), arrears: oneOfThese(arrears) });
export type LoanQuery = z.output<typeof loanQuery>;

export const settlementQuery = listOf("settlement", { status: oneOfThese(matchStatuses) });
export type SettlementQuery = z.output<typeof settlementQuery>;

/** Without a status, OPEN: those that wait for the marketplace. */
export const breakQuery = listOf("break", {
  status: oneOfThese([...breakStatuses, "ALL"]),
  type: oneOfThese(breakTypes),
});
export type BreakQuery = z.output<typeof breakQuery>;
