import { z } from "zod";
import { foreseenDate, moment, naira } from "@/lib/answer-fields";
import type { Kobo } from "@/lib/money";
import { classifications } from "./delinquency";
import { loanStatuses } from "./states";

/** The terms of a loan that can change while it runs, as `loan_changes` keeps them and `loan.repayment_updated` tells them. */
export type LoanTerms = { deductionBasisPoints: number; minimumDeduction: Kobo; dueDate: string; paused: boolean };

const date = z.iso.date();
const outstanding = z.object({ principal: naira, interest: naira, total: naira });

const foreseen = foreseenDate.describe("Null: not within ten years at this pace");

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

/** A loan as the Loan API shows it (docs/lending.md#loan-api). Amounts in naira. */
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
export const anyLoanId = z.string("Must be a string");

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

/** Body of `POST loans/{loanId}/accept`: nobody accepts what they have not opened. */
export const acceptOfferBody = z.object({
  termsRead: z.literal(true, "Open the terms first"),
});
