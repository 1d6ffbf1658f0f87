import { z } from "zod";
import { moment, naira } from "@/lib/answer-fields";
import { anyLoanId, mostAtOnce } from "@/lib/loans/schema";
import { amount } from "@/lib/validation";
import { quoteMinutes } from "./constants";

/** What is said of a proposed deduction: the first of this order that holds (docs/lending.md#deductions). */
export const quoteReasons = [
  "LOAN_NOT_FOUND",
  "CURRENCY_MISMATCH",
  "LOAN_NOT_ACTIVE",
  "COLLECTION_PAUSED",
  "EXCEEDS_BALANCE",
  "EXCEEDS_PERCENTAGE",
  "BELOW_MINIMUM",
  "OK",
] as const;

export type QuoteReason = (typeof quoteReasons)[number];

/** Body of the validation of deductions. */
export const validateDeductionsBody = z.object({
  deductions: z
    .array(
      z.object(
        {
          loanId: anyLoanId,
          saleAmount: amount,
          proposedAmount: amount,
          currency: z.string("Must be a string").describe("NGN; any other is answered with CURRENCY_MISMATCH"),
        },
        "Must be an object",
      ),
      "Must be a list",
    )
    .min(1, "Must have at least 1 entry")
    .max(mostAtOnce, `Must have at most ${mostAtOnce} entries`),
});

export type ProposedDeduction = z.output<typeof validateDeductionsBody>["deductions"][number];

/** Answer of the validation of deductions, one entry for each, in order. Amounts in naira. */
export const validateDeductionsAnswer = z.object({
  results: z.array(
    z.object({
      loanId: z.string(),
      valid: z.boolean(),
      allowedAmount: naira.describe("The most that may be deducted from this sale"),
      reasonCode: z.enum(quoteReasons).describe("The first that holds, in this order"),
      outstandingAfter: naira
        .nullable()
        .describe("After the proposed amount when it is valid, otherwise after the allowed one. Null without a loan"),
      allocation: z
        .object({ interest: naira, principal: naira })
        .describe("How that amount would be split: oldest installment first, in it interest before principal"),
      quoteId: z.string().nullable().describe("The same question of an unchanged loan has the same"),
      expiresAt: moment.nullable().describe(`${quoteMinutes} minutes on. The loan may change earlier`),
    }),
  ),
});

export type ValidateDeductionsAnswer = z.output<typeof validateDeductionsAnswer>;
