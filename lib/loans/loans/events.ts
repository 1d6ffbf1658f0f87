import { z } from "zod";
import { currency } from "@/lib/kernel/money";
import { date, id, moment, naira, percent } from "@/lib/platform/messages/webhooks/event-fields";
import type { EventDescriptions, PayloadsOf } from "@/lib/platform/messages/webhooks/event-payloads";
import { collectionWith } from "@/lib/terms/collection/schema";
import { repaymentMethod } from "@/lib/terms/loans/constants";
import { cancelReasons, defaultReasons, type LoanStatus, loanStatuses, owingStates } from "@/lib/terms/loans/states";
import { paymentSources } from "@/lib/terms/payments/states";

/** The loan in an event, limited to the states it can have there. */
function loanIn<const States extends readonly [LoanStatus, ...LoanStatus[]]>(states: States) {
  return z.object({
    id: id("loan"),
    reference: z.string().describe("Human-readable, for statements and support"),
    status: z.enum(states).describe("The status after this event"),
  });
}

const owingLoan = loanIn(owingStates);

const deductionPercentage = percent.describe("Percent of each sale to deduct");

const minimumDeduction = naira.describe("Minimum to deduct, unless the sale or the outstanding amount is less");

const maxDeductionAmount = naira.describe("Upper limit of the next deduction: the outstanding amount");

const annualRate = z.number().min(0).nullable();

const schedule = z.array(z.object({ installment: z.int().min(1), due_date: date, amount: naira })).min(1);

const offered = {
  lender: z.object({ id: id("lnd"), name: z.string() }),
  terms: z.object({
    principal_amount: naira,
    interest_rate: z.number().min(0).describe("Percent of the principal, fixed at the offer"),
    annual_percentage_rate: annualRate.describe(
      "Estimated APR in percent, of the deductions expected from the assumed sales",
    ),
    scheduled_annual_percentage_rate: annualRate.describe("The same, of the installments of the schedule"),
    assumed_monthly_sales: naira.nullable().describe("Monthly sales that the terms and the APR assume"),
    expected_days: z.int().min(1).nullable().describe("Days that the price is for"),
    tenor_days: z.int().min(1),
    total_repayment: naira.describe("Principal and interest"),
    currency: z.literal(currency),
  }),
  repayment: z.object({
    method: z.literal(repaymentMethod),
    deduction_percentage: deductionPercentage,
    minimum_deduction: minimumDeduction,
    start_date: date.describe("The day deductions begin"),
    due_date: date.describe("The day the last installment is due"),
  }),
  schedule: schedule.describe("The amounts add up to total_repayment"),
};

const changeable = z.object({
  deduction_percentage: deductionPercentage,
  minimum_deduction: minimumDeduction,
  due_date: date,
  paused: z.boolean().describe("Collection is paused: do not deduct"),
});

const collection = collectionWith(naira)
  .nullable()
  .describe(
    "What should have come in and what did, as known when it was recorded: agreed = taken + missing + awaited − excess. Null before disbursement",
  );

/** The events of a loan. Money in naira. */
export const loanEvents = {
  "loan.approved": {
    summary: "A loan was approved for a merchant: an offer that waits to be accepted",
    description:
      "Show the offer to the merchant. Dates and schedule are those of a disbursement today; loan.disbursed has the final ones. Deduct nothing yet.",
    payload: z.object({ loan: loanIn(["APPROVED"]), ...offered }),
  },
  "loan.disbursed": {
    summary: "The money has arrived at the merchant",
    description: "Deduct from now on. Dates and schedule hold until loan.repayment_updated changes them.",
    payload: z.object({
      loan: loanIn(["ACTIVE"]),
      ...offered,
      disbursement: z.object({
        amount: naira,
        fees: naira.describe("Withheld from the amount"),
        net_amount: naira.describe("What the merchant received"),
        disbursed_at: moment,
        payout_account_last4: z
          .string()
          .regex(/^\d{4}$/)
          .describe("Last digits of the account paid"),
      }),
    }),
  },
  "loan.repayment_updated": {
    summary: "Percentage, minimum or due date changed, or collection was paused or resumed",
    description:
      "Deduct according to `current` from `effective_from` on; while `paused` is true, deduct nothing. When collection is resumed, what was due since it was paused is due as many days later as the pause lasted.",
    payload: z.object({
      loan: owingLoan,
      previous: changeable,
      current: changeable,
      schedule: schedule.describe("From now on: with a later due date, installments are due later too"),
      effective_from: moment,
      reason: z.string().describe("In words"),
      consent: z
        .object({ proposal_id: id("prp"), proposed_at: moment, agreed_at: moment })
        .nullable()
        .describe("How the merchant agreed, where the terms cost it more per sale than the previous ones; else null"),
      collection,
    }),
  },
  "loan.payment_received": {
    summary: "Money came from the merchant's bank account, not from its sales",
    description:
      "Take `loan_balance` over as the loan's balance, and go on deducting what the loan's status asks for. When the payment completes the loan, loan.completed follows.",
    payload: z.object({
      loan: loanIn(loanStatuses),
      payment: z.object({
        amount: naira.describe("0 where a loan that sales have repaid already is ended within the cooling-off period"),
        source: z
          .enum(paymentSources)
          .describe(
            "DIRECT: the merchant ordered it. MANDATE: what was overdue was debited. RECOVERY: it reached the lender otherwise, after a write-off",
          ),
        received_at: moment,
      }),
      loan_balance: z.object({
        total_due: naira.describe("Principal and interest; only the principal once cooling-off has ended the loan"),
        total_paid: naira,
        outstanding: naira,
      }),
      collection,
    }),
  },
  "loan.nearly_complete": {
    summary: "More than 90 percent is paid",
    description:
      "Cap the next deduction at `max_deduction_amount`. Sent each time the threshold is crossed, including again after a reversal took the loan back below it. The repayment that completes the loan sends only loan.completed.",
    payload: z.object({
      loan: owingLoan,
      percent_paid: z.number().min(90).lt(100).describe("Two decimals, rounded down"),
      outstanding: naira,
      max_deduction_amount: maxDeductionAmount,
      collection,
    }),
  },
  "loan.completed": {
    summary: "The loan is fully repaid",
    description: "Stop all deductions for it.",
    payload: z.object({
      loan: loanIn(["REPAID"]),
      summary: z.object({
        principal_repaid: naira,
        interest_repaid: naira.describe("0 for a loan ended within the cooling-off period: it bears no interest"),
        total_repaid: naira.describe("The sum of both"),
        total_deductions: z.int().min(0).describe("Number of deductions, excluding those reversed in full"),
        first_deduction_at: moment.nullable().describe("Null if the merchant paid everything from its account"),
        final_deduction_at: moment.nullable(),
        completed_at: moment,
      }),
      action_required: z.literal("stop_deductions"),
      message: z.string(),
      collection,
    }),
  },
  "loan.reopened": {
    summary: "A loan that was repaid or in default is ACTIVE again",
    description:
      "Resume or continue deducting at `deduction_percentage`, up to `max_deduction_amount`. If collection is paused, wait until it is resumed.",
    payload: z.object({
      loan: loanIn(["ACTIVE"]),
      reason: z
        .enum(["REVERSAL", "CURED", "TAKEN_BACK"])
        .describe(
          "A deduction of a repaid loan was reversed; the arrears of a defaulted loan were paid; or a default that somebody had decided was taken back",
        ),
      outstanding: naira,
      max_deduction_amount: maxDeductionAmount,
      deduction_percentage: deductionPercentage,
      action_required: z
        .enum(["resume_deductions", "await_resumption"])
        .describe("await_resumption: collection is paused, wait until it is resumed"),
      message: z.string(),
      collection,
    }),
  },
  "loan.defaulted": {
    summary: "The loan is in default",
    description: "Follow `collection_instructions`.",
    payload: z.object({
      loan: loanIn(["DEFAULTED"]),
      reason: z
        .enum(defaultReasons)
        .describe("Overdue for too long, which paying the arrears cures; or an explicit decision, which it does not"),
      days_past_due: z.int().min(0),
      outstanding: naira,
      collection_instructions: z.object({
        priority: z.enum(["LOW", "MEDIUM", "HIGH", "CRITICAL"]),
        action: z
          .enum(["continue_deductions", "await_resumption"])
          .describe("await_resumption: collection is paused, deduct once it is resumed"),
        message: z.string(),
      }),
      collection,
    }),
  },
  "loan.written_off": {
    summary: "What was left of a loan in default is given up",
    description: "`action_required` says whether deductions go on. What still comes in is booked as recovered.",
    payload: z.object({
      loan: loanIn(["WRITTEN_OFF"]),
      written_off: z.object({ principal: naira, interest: naira, total: naira.describe("The sum of both") }),
      reason: z.string().describe("In words"),
      written_off_at: moment,
      action_required: z
        .enum(["continue_deductions", "stop_deductions"])
        .describe("continue_deductions: as before, up to `max_deduction_amount`, where the lender's product says so"),
      deduction_percentage: deductionPercentage,
      max_deduction_amount: naira.describe("Upper limit of the next deduction: what was lost; 0 where deductions stop"),
      message: z.string(),
      collection,
    }),
  },
  "loan.cancelled": {
    summary: "An offer ended before any money went out",
    description: "Withdraw the offer and deduct nothing. What was deducted for it is owed to the merchant.",
    payload: z.object({
      loan: loanIn(["CANCELLED"]),
      reason: z
        .enum(cancelReasons)
        .describe(
          "DECLINED by the merchant; EXPIRED; CANCELLED: taken back; UNDERWRITING_CHANGED: it would not be made today; PAYOUT_NOT_RELEASED: nobody let its held payout go in time; DISCONNECTED: the merchant is no longer connected",
        ),
      cancelled_at: moment,
    }),
  },
} satisfies EventDescriptions;

declare global {
  interface EventPayloads extends PayloadsOf<typeof loanEvents> {}
}
