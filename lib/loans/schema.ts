import { z } from "zod";
import { banks } from "@/lib/providers/constants";
import { amount } from "@/lib/validation";
import { quoteMinutes } from "./constants";
import { classifications } from "./delinquency";
import { loanStatuses } from "./states";

/** The terms of a loan that can change while it runs, as `loan_changes` keeps them and `loan.repayment_updated` tells them. */
export type LoanTerms = { deductionBasisPoints: number; minimumDeduction: number; dueDate: string; paused: boolean };

/** Where money is paid to: a bank's code and the ten digits of an account (NUBAN). */
export const payoutAccountBody = z.object({
  bankCode: z.string("Must be a string").regex(/^\d{3,6}$/, "Must be 3 to 6 digits"),
  accountNumber: z.string("Must be a string").regex(/^\d{10}$/, "Must be exactly 10 digits"),
});

/** The same as a merchant gives it: at one of the banks that it is offered. */
export const merchantAccountBody = payoutAccountBody.extend({
  bankCode: z.enum(
    banks.map(({ code }) => code),
    "Must be one of the banks in the list",
  ),
});

const naira = z.number();
const moment = z.iso.datetime();
const date = z.iso.date();
const outstanding = z.object({ principal: naira, interest: naira, total: naira });

const foreseen = date.nullable().describe("Null: not within ten years at this pace");

const forecastAnswer = z.object({
  early: foreseen,
  likely: foreseen,
  late: foreseen,
  basis: z
    .object({
      salesMonths: z.int().describe("Months of sales history; 0 when averages or nothing at all were submitted"),
      dailySales: naira.nullable().describe("A day's sales by the data submitted last; null without any"),
      observedDays: z.int().describe("Days since disbursement on which collection did not rest"),
      dailyObserved: naira.nullable().describe("What came in on one of them; null before the first is over"),
      dailyLikely: naira.describe("What is expected of a day, from both: the more days observed, the more they weigh"),
      paused: z.boolean().describe("Collection rests: the dates are those of resuming today"),
    })
    .describe("What the dates rest on"),
});

/** A loan as the Loan API shows it (decisions, section 7). Amounts in naira. */
export const loanStatusAnswer = z.object({
  loanId: z.string(),
  reference: z.string().describe("For people: on statements and in support"),
  merchantId: z.string(),
  thirdPartyCustomerId: z.string().nullable(),
  status: z.enum(loanStatuses).describe("APPROVED: an offer, until the money has arrived"),
  lender: z.object({ id: z.string(), name: z.string() }),
  terms: z.object({
    principalAmount: naira,
    interestRate: z.number().describe("Percent, flat for the whole tenor"),
    tenorDays: z.int(),
    totalRepayment: naira,
    currency: z.string(),
    deductionPercentage: z.number().describe("Percent of each sale, as of now"),
    minimumDeduction: naira,
  }),
  approvedAt: moment,
  offerExpiresAt: moment,
  disbursedAt: moment.nullable(),
  startDate: date.describe("Of an offer: as if disbursed on the day of the approval"),
  dueDate: date,
  totalDue: naira.describe("Of an offer: what its terms promise. Of a cancelled one: 0"),
  totalPaid: naira.describe("Without what was deducted beyond the debt"),
  outstanding: outstanding.describe("Zero before disbursement and after a write-off"),
  percentPaid: z.number().describe("Two decimals, cut off: 100 only when everything is paid"),
  overpaid: naira.describe("Deducted beyond the debt and owed to the merchant"),
  nextInstallment: z
    .object({ number: z.int(), dueDate: date, amount: naira, paid: naira })
    .nullable()
    .describe("The oldest that is not fully paid; null when nothing is outstanding"),
  deduction: z.object({
    percentage: z.number(),
    minimum: naira,
    maxNext: naira.describe(
      "The most that the next deduction may take: what is outstanding; 0 when none is to be made",
    ),
    paused: z.boolean(),
  }),
  health: z.object({
    daysPastDue: z.int().describe("Of a loan that is written off: when it was"),
    overdueAmount: naira,
    classification: z.enum(classifications),
    aheadBehindAmount: naira.describe("Paid beyond (positive) or short of (negative) what was due before today"),
  }),
  schedule: z.array(z.object({ installment: z.int(), dueDate: date, amount: naira, paid: naira })),
  forecast: forecastAnswer
    .nullable()
    .describe(
      "When it will be paid off; of an offer, if it were disbursed today. Null when nothing is to be paid, or nothing is known",
    ),
  refundReceivable: naira.describe(
    "Owed by the merchant beside the loan: a refund of money that was reversed afterwards",
  ),
  writtenOff: naira.describe("Given up and not recovered"),
  recovered: naira.describe("Came in after the write-off"),
  completedAt: moment.nullable(),
});
export type LoanStatusAnswer = z.output<typeof loanStatusAnswer>;

/** Answer of the active loans of a merchant. */
export const activeLoansAnswer = z.object({
  merchantId: z.string().describe("The service's id"),
  loans: z.array(loanStatusAnswer).describe("Newest first"),
});
export type ActiveLoansAnswer = z.output<typeof activeLoansAnswer>;

/** Most loans, or deductions, that one request may ask about. */
export const mostAtOnce = 100;

// Any string may stand for a loan: one that names none is an answer about this entry, not a fault of the request.
const anyLoanId = z.string("Must be a string");

/** Body of the bulk status check. */
export const bulkStatusBody = z.object({
  loanIds: z
    .array(anyLoanId, "Must be a list")
    .min(1, "Must have at least 1 entry")
    .max(mostAtOnce, `Must have at most ${mostAtOnce} entries`),
});

/** Answer of the bulk status check. */
export const bulkStatusAnswer = z.object({
  results: z.array(loanStatusAnswer).describe("In the order asked for; a loan named twice is answered once"),
  notFound: z.array(z.string()),
});
export type BulkStatusAnswer = z.output<typeof bulkStatusAnswer>;

/** What is said of a proposed deduction: of all that hold the first of this order (decisions, section 7). */
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
