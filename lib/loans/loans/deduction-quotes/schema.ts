import { z } from "zod";
import { moment, naira } from "@/lib/kernel/answer-fields";
import { amount, foreignId } from "@/lib/kernel/validation";
import { quoteMinutes } from "@/lib/terms/deductions";
import { anyLoanId, mostAtOnce } from "@/lib/terms/loans/schema";

/** The result of a proposed deduction: the first that applies, in this order (docs/servicing.md#deductions). */
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

export const validateDeductionsBody = z
  .object({
    deductions: z
      .array(
        z.object(
          {
            loanId: anyLoanId,
            saleAmount: amount,
            orderId: foreignId()
              .nullish()
              .describe(
                "The sale's order id, as in sales events. Deductions reported from that order for other loans count",
              ),
            proposedAmount: amount,
            currency: z.string("Must be a string").describe("NGN; any other returns CURRENCY_MISMATCH"),
          },
          "Must be an object",
        ),
        "Must be a list",
      )
      .min(1, "Must have at least 1 entry")
      .max(mostAtOnce, `Must have at most ${mostAtOnce} entries`),
  })
  .meta({
    sample: {
      deductions: [
        { loanId: "loan_01m82hrt9d1xj6v389have7akt", saleAmount: 100000, proposedAmount: 1000, currency: "NGN" },
      ],
    },
  });

export type ProposedDeduction = z.output<typeof validateDeductionsBody>["deductions"][number];

export const validateDeductionsAnswer = z.object({
  results: z.array(
    z.object({
      loanId: z.string(),
      valid: z.boolean(),
      allowedAmount: naira.describe("The most that may be deducted from this sale for this loan"),
      reasonCode: z.enum(quoteReasons).describe("The first that applies, in this order"),
      outstandingAfter: naira
        .nullable()
        .describe("After the proposed amount if valid, otherwise after the allowed amount. Null without a loan"),
      allocation: z
        .object({ interest: naira, principal: naira })
        .describe("How that amount would be split: oldest installment first, interest before principal"),
      quoteId: z.string().nullable().describe("The same request on an unchanged loan gets the same id"),
      expiresAt: moment.nullable().describe(`${quoteMinutes} minutes from now. The loan may change earlier`),
    }),
  ),
});

export type ValidateDeductionsAnswer = z.output<typeof validateDeductionsAnswer>;
