import { z } from "zod";
import { amount, foreignId, text } from "@/lib/kernel/validation";
import { payoutAccountBody } from "@/lib/lending/transfers/payouts/schema";
import { moment } from "@/lib/sales/data-events/schema";
import { offerEndings } from "@/lib/terms/loans/states";

const reference = foreignId();
const moved = amount.positive("Must be greater than 0");

export const acceptLoanBody = payoutAccountBody
  .partial()
  .meta({ sample: { bankCode: "058", accountNumber: "0123457777" } });
export type AcceptLoan = z.output<typeof acceptLoanBody>;

export const cancelLoanBody = z
  .object({
    reason: z.enum(offerEndings, `Must be one of ${offerEndings.join(", ")}`).optional(),
  })
  .meta({ sample: { reason: "DECLINED" } });

export const refusePayoutBody = z
  .object({
    reason: text(500).optional().describe("As the merchant is told"),
  })
  .meta({ sample: { reason: "The account is in another name." } });

export const repayLoanBody = z
  .object({
    amount: moved.optional(),
    occurredAt: moment.optional(),
    reference: reference.optional(),
  })
  .meta({ sample: { reference: "R", amount: 1 } });
export type RepayLoan = z.output<typeof repayLoanBody>;

export const reverseRepaymentBody = z
  .object({
    reference: reference.optional().describe("Of the deduction; by default the last one that is not reversed"),
    amount: moved.optional(),
  })
  .meta({ sample: { reference: "D-1042", amount: 1500.5 } });
export type ReverseRepayment = z.output<typeof reverseRepaymentBody>;
