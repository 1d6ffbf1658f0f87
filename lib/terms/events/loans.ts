import { z } from "zod";
import { cancelReasons, defaultReasons } from "@/lib/terms/loans/states";
import { at, event, id, moment, naira } from "./event";
import {
  anyLoan,
  balanceAfter,
  changeable,
  collection,
  deductionPercentage,
  loanIn,
  maxDeductionAmount,
  offered,
  owingLoan,
  paymentSource,
  sampleCollection,
  sampleLoan,
  sampleOffer,
  schedule,
} from "./loan-parts";

/** The events of a loan. Money in naira. */
export const loanEvents = {
  "loan.approved": event({
    summary: "A loan was approved for a merchant: an offer that waits to be accepted",
    description:
      "Show the offer to the merchant. Dates and schedule are those of a disbursement today; loan.disbursed has the final ones. Deduct nothing yet.",
    payload: z.object({ loan: loanIn(["APPROVED"]), ...offered }),
    sample: { loan: { ...sampleLoan, status: "APPROVED" }, ...sampleOffer },
  }),
  "loan.disbursed": event({
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
    sample: {
      loan: { ...sampleLoan, status: "ACTIVE" },
      ...sampleOffer,
      disbursement: {
        amount: 300_000,
        fees: 0,
        net_amount: 300_000,
        disbursed_at: at,
        payout_account_last4: "6789",
      },
    },
  }),
  "loan.repayment_updated": event({
    summary: "Percentage, minimum, due date or schedule changed, or collection was paused or resumed",
    description:
      "Deduct according to `current` from `effective_from` on; while `paused` is true, deduct nothing. When collection is resumed, what was due since it was paused is due as many days later as the pause lasted.",
    payload: z.object({
      loan: owingLoan,
      previous: changeable,
      current: changeable,
      schedule: schedule.describe(
        "From now on: with a later due date, installments are due later too; a workout plan puts others in their place",
      ),
      effective_from: moment,
      reason: z.string().describe("In words"),
      consent: z
        .object({ proposal_id: id("prp"), proposed_at: moment, agreed_at: moment })
        .nullable()
        .describe("How the merchant agreed, where the terms cost it more per sale than the previous ones; else null"),
      collection,
    }),
    sample: {
      loan: { ...sampleLoan, status: "ACTIVE" },
      previous: { deduction_percentage: 5, minimum_deduction: 100, due_date: "2027-02-20", paused: true },
      current: { deduction_percentage: 5, minimum_deduction: 100, due_date: "2027-02-21", paused: false },
      schedule: [
        { installment: 1, due_date: "2026-12-23", amount: 40_718.97 },
        { installment: 2, due_date: "2027-01-22", amount: 40_718.97 },
        { installment: 3, due_date: "2027-02-21", amount: 40_718.99 },
      ],
      effective_from: at,
      reason: "Collection goes on. (What was due on 2026-11-22 or later is due 1 day later.)",
      consent: null,
      collection: sampleCollection,
    },
  }),
  "loan.payment_received": event({
    summary: "Money came from the merchant's bank account, not from its sales",
    description:
      "Take `loan_balance` over as the loan's balance, and go on deducting what the loan's status asks for. When the payment completes the loan, loan.completed follows.",
    payload: z.object({
      loan: anyLoan,
      payment: z.object({
        amount: naira.describe("0 where a loan that sales have repaid already is ended within the cooling-off period"),
        source: paymentSource,
        received_at: moment,
      }),
      loan_balance: balanceAfter,
      collection,
    }),
    sample: {
      loan: { ...sampleLoan, status: "ACTIVE" },
      payment: { amount: 1_000, source: "DIRECT", received_at: at },
      loan_balance: { total_due: 122_156.93, total_paid: 21_001, outstanding: 101_155.93 },
      collection: sampleCollection,
    },
  }),
  "loan.payment_reversed": event({
    summary: "The bank took back a payment that loan.payment_received had told of",
    description:
      "Take `loan_balance` over as the loan's balance, and go on deducting what the loan's status asks for. When the loan was repaid, loan.reopened follows.",
    payload: z.object({
      loan: anyLoan,
      payment: z.object({
        amount: naira.describe("All of it"),
        source: paymentSource,
        received_at: moment,
        reversed_at: moment.describe("When it was noticed"),
      }),
      loan_balance: balanceAfter,
      collection,
    }),
    sample: {
      loan: { ...sampleLoan, status: "ACTIVE" },
      payment: { amount: 1_000, source: "DIRECT", received_at: at, reversed_at: at },
      loan_balance: { total_due: 122_156.93, total_paid: 20_001, outstanding: 102_155.93 },
      collection: sampleCollection,
    },
  }),
  "loan.nearly_complete": event({
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
    sample: {
      loan: { ...sampleLoan, status: "ACTIVE" },
      percent_paid: 95,
      outstanding: 15_195,
      max_deduction_amount: 15_195,
      collection: { ...sampleCollection, agreed: 288_704.99, taken: 288_705, missing: 0, excess: 0.01 },
    },
  }),
  "loan.completed": event({
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
    sample: {
      loan: { ...sampleLoan, status: "REPAID" },
      summary: {
        principal_repaid: 300_000,
        interest_repaid: 3_900,
        total_repaid: 303_900,
        total_deductions: 6,
        first_deduction_at: "2026-10-14T21:14:40.183Z",
        final_deduction_at: at,
        completed_at: at,
      },
      action_required: "stop_deductions",
      message: "The loan is fully repaid. Stop all deductions for it.",
      collection: { ...sampleCollection, agreed: 303_899.99, taken: 303_900, missing: 0, excess: 0.01 },
    },
  }),
  "loan.reopened": event({
    summary: "A loan that was repaid or in default is ACTIVE again",
    description:
      "Resume or continue deducting at `deduction_percentage`, up to `max_deduction_amount`. If collection is paused, wait until it is resumed.",
    payload: z.object({
      loan: loanIn(["ACTIVE"]),
      reason: z
        .enum(["REVERSAL", "CURED", "TAKEN_BACK"])
        .describe(
          "A deduction or payment of a repaid loan was reversed; the arrears of a defaulted loan were paid; or a default that somebody had decided was taken back",
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
    sample: {
      loan: { ...sampleLoan, status: "ACTIVE" },
      reason: "REVERSAL",
      outstanding: 9_117,
      max_deduction_amount: 9_117,
      deduction_percentage: 15.5,
      action_required: "resume_deductions",
      message: "A repayment was reversed after the loan was repaid. Resume deducting.",
      collection: { ...sampleCollection, agreed: 303_899.99, taken: 294_783, missing: 9_116.99 },
    },
  }),
  "loan.defaulted": event({
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
    sample: {
      loan: { ...sampleLoan, status: "DEFAULTED" },
      reason: "DECIDED",
      days_past_due: 9,
      outstanding: 101_154.93,
      collection_instructions: {
        priority: "CRITICAL",
        action: "continue_deductions",
        message: "The loan is in default. Go on deducting from every sale and settlement until it is paid.",
      },
      collection: sampleCollection,
    },
  }),
  "loan.written_off": event({
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
    sample: {
      loan: { ...sampleLoan, status: "WRITTEN_OFF" },
      written_off: { principal: 99_716.97, interest: 1_437.96, total: 101_154.93 },
      reason: "Nothing more is expected.",
      written_off_at: at,
      action_required: "continue_deductions",
      deduction_percentage: 10,
      max_deduction_amount: 101_154.93,
      message: "The loan is written off. Go on deducting: what comes in is recovered.",
      collection: sampleCollection,
    },
  }),
  "loan.cancelled": event({
    summary: "An offer ended before any money went out, or a loan whose money came back",
    description:
      "Withdraw the offer and deduct nothing, or nothing more. What was deducted for it is owed to the merchant.",
    payload: z.object({
      loan: loanIn(["CANCELLED"]),
      reason: z
        .enum(cancelReasons)
        .describe(
          "DECLINED by the merchant; EXPIRED; CANCELLED: taken back; UNDERWRITING_CHANGED: it would not be made today; PAYOUT_NOT_RELEASED: nobody let its held payout go in time; DISCONNECTED: the merchant is no longer connected; NEVER_PAID_OUT: the money of a running loan came back, so that nothing is owed for it",
        ),
      cancelled_at: moment,
    }),
    sample: { loan: { ...sampleLoan, status: "CANCELLED" }, reason: "DECLINED", cancelled_at: at },
  }),
};
