import { z } from "zod";
import { moment, naira } from "@/lib/kernel/answer-fields";
import { amount, bool, foreignId } from "@/lib/kernel/validation";
import { mandateStatuses } from "@/lib/terms/loans/states";
import { debitFailures, paymentSources, paymentStatuses } from "@/lib/terms/payments/states";

export const orderPaymentBody = z
  .object({
    amount: amount.describe("What to pay, in naira; no more than is outstanding"),
    coolingOff: bool
      .optional()
      .describe("True: only to end the loan without interest; refused where the amount does not do that any more"),
    requestId: foreignId(64)
      .optional()
      .describe(
        "Names this click: the same request again answers the same payment. Without it, a repetition is refused",
      ),
  })
  .meta({ sample: { amount: 1000, requestId: "click" } });
export type OrderPayment = z.output<typeof orderPaymentBody>;

export const recovery = {
  amount: amount.positive("Must be greater than 0").describe("No more than is left to recover"),
  reference: foreignId(64).describe("On the lender's statement; booked once for a lender, whatever for"),
};
export type RecoverLoan = z.output<z.ZodObject<typeof recovery>>;

export const paymentAnswer = z
  .object({
    id: z.string(),
    source: z
      .enum(paymentSources)
      .describe(
        "DIRECT: ordered by the merchant, or sent to the lender's account; MANDATE: a debit of what is overdue; RECOVERY: reached the lender otherwise",
      ),
    status: z
      .enum(paymentStatuses)
      .describe(
        "ANNOUNCED: will be debited; PENDING: the bank is being asked; CANCELLED: before the bank was asked; REVERSED: the bank took back what it had paid",
      ),
    amount: naira.describe("Of an announced debit: the most that will be debited"),
    coolingOff: z.boolean().describe("Ends the loan without interest"),
    orderedAt: moment.describe("When it was ordered or announced"),
    debitOn: z.iso.date().nullable().describe("Of an announced debit: the day on which the bank is asked"),
    finishedAt: moment.nullable(),
    reversedAt: moment.nullable().describe("When the bank took back what it had paid"),
    failure: z.enum(debitFailures).nullable().describe("Why the bank refused it"),
  })
  .meta({ id: "Payment" });
export type PaymentAnswer = z.output<typeof paymentAnswer>;

export const payoffQuoteAnswer = z.object({
  loanId: z.string(),
  asOf: moment,
  validUntil: moment.describe("The end of the day, UTC. What comes in until then lowers the amounts"),
  outstanding: naira.describe(
    "Pays the loan off, or makes its loss good after a write-off; 0 when nothing can be paid",
  ),
  arrears: naira.describe("What is overdue, or written off and not recovered"),
  nextInstallment: z
    .object({ number: z.int(), dueDate: z.iso.date(), amount: naira.describe("What is unpaid of it") })
    .nullable()
    .describe("The oldest installment not fully paid"),
  coolingOff: z
    .object({ amount: naira, until: moment })
    .nullable()
    .describe("What ends the loan without interest, and until when it can be ordered; null when it is over"),
  account: z
    .object({ bankName: z.string(), lastFour: z.string() })
    .nullable()
    .describe("The account that would be debited"),
  mandateStatus: z.enum(mandateStatuses).nullable().describe("Nothing can be paid unless it is ACTIVE"),
});
export type PayoffQuote = z.output<typeof payoffQuoteAnswer>;
