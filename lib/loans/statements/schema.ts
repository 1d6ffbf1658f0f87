import { z } from "zod";
import { moment, naira } from "@/lib/kernel/answer-fields";
import { paymentSources } from "@/lib/terms/payments/states";
import { movementKinds } from "./movements";

export const statement = z.object({
  loanId: z.string(),
  reference: z.string(),
  businessName: z.string(),
  lenderName: z.string(),
  asOf: moment,
  totals: z
    .object({
      disbursed: naira,
      deducted: naira,
      paidDirectly: naira.describe(
        "Payments from the merchant's account, ordered by it or debited for arrears, less what its bank took back",
      ),
      reversed: naira,
      refunded: naira,
      outstanding: naira,
    })
    .meta({ id: "StatementTotals" }),
  entries: z.array(
    z
      .object({
        id: z.string(),
        kind: z
          .enum(movementKinds)
          .describe(
            "PAYOUT_REVERSED: the money came back to the lender. PAID_AGAIN: it was sent once more. REFUND_REVERSED: a refund came back, and is owed again. DEBIT_REVERSED: the bank took a payment back",
          ),
        at: moment,
        amount: naira,
        source: z
          .enum(paymentSources)
          .nullable()
          .describe("Of a payment. DIRECT: the merchant ordered it. MANDATE: it was debited for arrears"),
        reference: z.string().describe("The marketplace's reference, or the bank's for a transfer or a payment"),
        orderId: z.string().nullable().describe("The sale it was deducted from"),
        orderAmount: naira.nullable(),
        reverses: z.string().nullable().describe("The `reference` of the deduction or payment it reverses"),
        reversedAmount: naira.describe("The amount of a deduction or payment that was reversed later"),
      })
      .meta({ id: "StatementEntry" }),
  ),
  truncated: z.boolean().describe("More entries exist; the CSV has all of them"),
});

export type Statement = z.output<typeof statement>;
