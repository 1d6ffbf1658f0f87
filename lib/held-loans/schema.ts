import { z } from "zod";
import { environments } from "@/lib/actor";
import { keyFactsAnswer } from "@/lib/agreements/schema";
import { moment } from "@/lib/answer-fields";
import { cursorOf } from "@/lib/cursor";
import { journeyLoan, loanStages } from "@/lib/embed/schema";
import { loanStatusAnswer } from "@/lib/loans/schema";
import { statement } from "@/lib/statements/schema";
import { foreignId, oneOf } from "@/lib/validation";

/**
 * The parts into which a merchant's loans fall. offer: waits for the merchant. out: the money is on its way or being paid
 * back. ended: paid back or written off. lapsed: an offer that ended without a payout.
 */
export const loanPhases = ["offer", "out", "ended", "lapsed"] as const;
export type LoanPhase = (typeof loanPhases)[number];

const whose = {
  asOf: moment.describe("By the clock of the marketplace, which in the sandbox may be ahead of real time"),
  environment: z.enum(environments),
  marketplace: z.object({ marketplaceId: z.string(), name: z.string() }),
  businessName: z.string(),
};

/** A loan in the list of an account. */
const heldLoan = z.object({ ...whose, stage: z.enum(loanStages), loan: loanStatusAnswer });
export type HeldLoan = z.output<typeof heldLoan>;

export const heldLoanList = z.object({ data: z.array(heldLoan), hasMore: z.boolean() });
export type HeldLoanList = z.output<typeof heldLoanList>;

/** A loan by itself, as the journey shows it. */
export const heldLoanAnswer = z.object({ ...whose, loan: journeyLoan });
export type HeldLoanAnswer = z.output<typeof heldLoanAnswer>;

/** The key facts and terms of a loan. */
export const heldKeyFacts = keyFactsAnswer.extend(whose);
export type HeldKeyFacts = z.output<typeof heldKeyFacts>;

/** The statement of a loan; its moment is the statement's. */
export const heldStatement = statement.extend(whose);
export type HeldStatement = z.output<typeof heldStatement>;

const cursor = cursorOf("loan", "a loan");

/** Query of `GET /api/merchants/loans`, without the common list parameters. */
export const heldLoanFilters = z.object({
  phase: oneOf(loanPhases)
    .optional()
    .describe(
      "offer: waits for you. out: on its way to you, or being paid back. ended: paid back or written off. lapsed: an offer that ended without a payout",
    ),
  merchantId: foreignId().optional().describe("Only this one of the account's merchants"),
  startingAfter: cursor.optional(),
  endingBefore: cursor.optional(),
});
