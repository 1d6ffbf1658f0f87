import { z } from "zod";
import { amount, foreignId } from "@/lib/kernel/validation";
import { debitFailures } from "@/lib/terms/payments/states";
import { payoutFailures } from "@/lib/terms/payouts";

export const closing = {
  order: z
    .string()
    .regex(/^[a-z0-9]{16}$/, "Must be the 16 letters and digits of an order")
    .describe("Our reference of the payout, refund or debit"),
  amount: amount.positive("Must be greater than 0").describe("What was ordered, and what the statement shows"),
  cause: z
    .enum(payoutFailures)
    .optional()
    .describe("Of a payout or refund that was NOT_PAID: ACCOUNT where another account is needed; OTHER unless set"),
  failure: z.enum(debitFailures).optional().describe("Of a debit that was NOT_PAID; REFUSED unless set"),
  outcome: z.enum(["PAID", "NOT_PAID"]).describe("What the lender's account shows"),
  bankReference: foreignId(64).optional().describe("Of the line on the lender's statement; required where it was PAID"),
};
export type CloseOrder = z.output<z.ZodObject<typeof closing>>;
