import { z } from "zod";
import { foreseenDate, moment, naira } from "@/lib/kernel/answer-fields";
import type { Kobo } from "@/lib/kernel/money";
import { agreementSummary } from "@/lib/terms/agreements";
import { collectionAnswer } from "@/lib/terms/collection/schema";
import { classifications } from "./delinquency";
import type { Installment } from "./schedule";
import { closures, loanStatuses, mandateStatuses } from "./states";

/** The terms that can change while a loan runs, as stored in `loan_changes` and sent in `loan.repayment_updated`. */
export type LoanTerms = { deductionBasisPoints: number; minimumDeduction: Kobo; dueDate: string; paused: boolean };

/** What a workout plan took the place of, after so many journals: what was booked until then was split by it. */
export type ReplacedSchedule = { journals: number; installments: readonly Installment[] };

const date = z.iso.date();
/** What an amount costs, and for how long. Null for loans from before these were kept. */
export const costFields = {
  interestRate: z.number().describe("Percent of the principal, fixed at the offer; at most four decimals"),
  annualPercentageRate: z
    .number()
    .nullable()
    .describe("Estimated APR in percent, two decimals: of the deductions expected from the assumed sales"),
  scheduledAnnualPercentageRate: z.number().nullable().describe("The same, of the installments of the schedule"),
  expectedDays: z.int().nullable().describe("Days that the price is for, in which the assumed sales repay the loan"),
};

const { interestRate: _, ...agreedCost } = costFields;
const agreedTerms = z.object({
  ...agreedCost,
  tenorDays: z.int(),
  deductionPercentage: z.number(),
  dueDate: z.iso.date(),
});

const outstanding = z.object({ principal: naira, interest: naira, total: naira });

const foreseen = foreseenDate.describe("Null if more than ten years away at this pace");

const forecastAnswer = z
  .object({
    early: foreseen,
    likely: foreseen,
    late: foreseen,
    basis: z
      .object({
        salesMonths: z.int().describe("Months of sales history; 0 when only averages or no sales were submitted"),
        dailySales: naira.nullable().describe("Sales per day in the latest submitted data; null without any"),
        observedDays: z.int().describe("Days since disbursement, excluding pauses"),
        dailyObserved: naira.nullable().describe("Repayments per observed day; null before the first day is over"),
        dailyLikely: naira.describe("Expected repayments per day, from both: observed days weigh more as they add up"),
        paused: z.boolean().describe("Collection is paused: the dates assume it resumes today"),
      })
      .describe("The basis of the dates"),
  })
  .meta({ id: "Forecast" });

const termsProposal = z
  .object({
    id: z.string().describe("To be named when it is answered"),
    deductionPercentage: z.number(),
    minimumDeduction: naira,
    dueDate: date,
    reason: z.string(),
    proposedAt: moment,
  })
  .meta({ id: "TermsProposal" });

/** A loan as shown by the Loan API (docs/servicing.md#loan-api). Amounts in naira. */
export const loanStatusAnswer = z
  .object({
    loanId: z.string(),
    reference: z.string().describe("Human-readable, for statements and support"),
    merchantId: z.string(),
    thirdPartyCustomerId: z.string().nullable(),
    status: z.enum(loanStatuses).describe("APPROVED: an offer, until the money has arrived"),
    lender: z.object({ id: z.string(), name: z.string() }),
    terms: z
      .object({
        principalAmount: naira,
        ...costFields,
        annualPercentageRate: costFields.annualPercentageRate.describe(
          "Estimated APR in percent, two decimals: of the deductions expected from the assumed sales, at each percentage for as long as it holds",
        ),
        expectedDays: costFields.expectedDays.describe("Days in which the assumed sales repay the loan"),
        assumedMonthlySales: naira.nullable().describe("Monthly sales that the terms and the APR assume"),
        tenorDays: z.int().describe("From the start date to the due date"),
        totalRepayment: naira,
        currency: z.string(),
        deductionPercentage: z.number().describe("Current percent of each sale"),
        minimumDeduction: naira,
        agreed: agreedTerms
          .nullable()
          .describe("As in the agreement, once a change of terms or a pause has changed them; null while they hold"),
      })
      .meta({ id: "LoanTerms" }),
    approvedAt: moment,
    offerExpiresAt: moment,
    disbursedAt: moment.nullable(),
    startDate: date.describe("For an offer: as if disbursed on the approval date"),
    dueDate: date,
    totalDue: naira.describe("For an offer: the total under its terms. For a cancelled one: 0"),
    totalPaid: naira.describe("Excluding overpayments"),
    outstanding: outstanding.describe("Zero before disbursement and after a write-off"),
    percentPaid: z.number().describe("Two decimals, rounded down: 100 only when everything is paid"),
    overpaid: naira.describe("Deducted beyond the debt and owed to the merchant"),
    nextInstallment: z
      .object({ number: z.int(), dueDate: date, amount: naira, paid: naira })
      .meta({ id: "NextInstallment" })
      .nullable()
      .describe("The oldest installment not fully paid; null when nothing is outstanding"),
    deduction: z
      .object({
        percentage: z.number(),
        minimum: naira,
        maxNext: naira.describe(
          "Upper limit of the next deduction: the outstanding amount, after a write-off what is not recovered; 0 when nothing may be deducted",
        ),
        paused: z
          .boolean()
          .describe(
            "Nothing is to be deducted and nothing falls due. Once it ends, what was due in it or later is due later",
          ),
      })
      .meta({ id: "LoanDeduction" }),
    proposal: termsProposal
      .nullable()
      .describe("Terms that cost more per sale and wait for the merchant's consent; until then today's hold"),
    health: z
      .object({
        daysPastDue: z
          .int()
          .describe(
            "For a written-off loan: as of the write-off. While paused, like the rest: as of when the pause began",
          ),
        overdueAmount: naira,
        classification: z.enum(classifications).describe("By days past due; LOST for a loan in default or written off"),
        aheadBehindAmount: naira.describe("Paid ahead of (positive) or behind (negative) what was due before today"),
      })
      .meta({ id: "LoanHealth" }),
    schedule: z.array(z.object({ installment: z.int(), dueDate: date, amount: naira, paid: naira })),
    forecast: forecastAnswer
      .nullable()
      .describe(
        "When it will be paid off; for an offer, as if disbursed today. Null when nothing is owed or there is no data",
      ),
    collection: collectionAnswer
      .nullable()
      .describe(
        "What should have come in and what did: agreed = taken + missing + awaited − excess. Null before disbursement",
      ),
    refundReceivable: naira.describe(
      "Owed by the merchant in addition to the loan: refunds of money that was later reversed",
    ),
    writtenOff: naira.describe("Written off and not recovered"),
    recovered: naira.describe("Received after the write-off"),
    completedAt: moment.nullable(),
    closure: z
      .enum(closures)
      .nullable()
      .describe(
        "How it ended: REPAID, or COOLING_OFF without interest; NEVER_PAID_OUT: its money came back, and it is owed no more. Null while it runs",
      ),
    agreement: agreementSummary
      .nullable()
      .describe("Made by accepting. Null before, and for loans accepted before agreements were kept"),
    mandateStatus: z
      .enum(mandateStatuses)
      .nullable()
      .describe("Of the mandate to debit the merchant's account; CANCELLED also where its holder ended it at the bank"),
  })
  .meta({ id: "Loan" });
export type LoanStatusAnswer = z.output<typeof loanStatusAnswer>;

export const activeLoansAnswer = z.object({
  merchantId: z.string().describe("The id assigned by this service"),
  loans: z.array(loanStatusAnswer).describe("Newest first"),
});
export type ActiveLoansAnswer = z.output<typeof activeLoansAnswer>;

export const mostAtOnce = 100;

// Any string is accepted: an unknown loan is reported for its entry and does not fail the request.
export const anyLoanId = z.string("Must be a string");

export const bulkStatusBody = z
  .object({
    loanIds: z
      .array(anyLoanId, "Must be a list")
      .min(1, "Must have at least 1 entry")
      .max(mostAtOnce, `Must have at most ${mostAtOnce} entries`),
  })
  .meta({ sample: { loanIds: ["loan_01m82hrt9d1xj6v389have7akt", "loan_nothing"] } });

export const bulkStatusAnswer = z.object({
  results: z.array(loanStatusAnswer).describe("In the order requested, without duplicates"),
  notFound: z.array(z.string()),
});
export type BulkStatusAnswer = z.output<typeof bulkStatusAnswer>;

/** Body of `POST loans/{loanId}/accept`: an offer must be opened before it is accepted. */
export const acceptOfferBody = z
  .object({ termsRead: z.literal(true, "Open the terms first") })
  .meta({ sample: { termsRead: true } });
