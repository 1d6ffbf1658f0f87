import { z } from "zod";
import { amount, foreignId } from "@/lib/kernel/validation";

export const closing = {
  order: z
    .string()
    .regex(/^[a-z0-9]{16}$/, "Must be the 16 letters and digits of an order")
    .describe("Our reference of the payout, refund or debit"),
  amount: amount.positive("Must be greater than 0").describe("What was ordered, and what the statement shows"),
  outcome: z.enum(["PAID", "NOT_PAID"]).describe("What the lender's account shows"),
  bankReference: foreignId(64).optional().describe("Of the line on the lender's statement; required where it was PAID"),
};
export type CloseOrder = z.output<z.ZodObject<typeof closing>>;
