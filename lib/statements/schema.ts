import { z } from "zod";
import { moment, naira } from "@/lib/answer-fields";

/** Answer of `GET loans/{loanId}/statement`: money that went out, came in and went back, newest first. */
export const statement = z.object({
  loanId: z.string(),
  reference: z.string(),
  businessName: z.string(),
  lenderName: z.string(),
  asOf: moment,
  totals: z.object({ disbursed: naira, deducted: naira, reversed: naira, refunded: naira, outstanding: naira }),
  entries: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(["DISBURSEMENT", "DEDUCTION", "REVERSAL", "REFUND"]),
      at: moment,
      amount: naira,
      reference: z.string().describe("Of the deduction or reversal at the marketplace, or of the transfer"),
      orderId: z.string().nullable().describe("The sale it was taken from"),
      orderAmount: naira.nullable(),
      reverses: z.string().nullable().describe("The `reference` of the deduction that it takes back"),
      reversedAmount: naira.describe("How much of a deduction was taken back later"),
    }),
  ),
  truncated: z.boolean().describe("There are more; the CSV has them all"),
});

export type Statement = z.output<typeof statement>;
