import { z } from "zod";
import { currency } from "@/lib/kernel/money";
import { collectionWith } from "@/lib/terms/collection/schema";
import { repaymentMethod } from "@/lib/terms/loans/constants";
import { type LoanStatus, loanStatuses, owingStates } from "@/lib/terms/loans/states";
import { paymentSources } from "@/lib/terms/payments/states";
import { date, id, naira, percent } from "./event";

export function loanIn<const States extends readonly [LoanStatus, ...LoanStatus[]]>(states: States) {
  return z.object({
    id: id("loan"),
    reference: z.string().describe("Human-readable, for statements and support"),
    status: z.enum(states).describe("The status after this event"),
  });
}

/** Whatever its status. */
export const anyLoan = loanIn(loanStatuses).meta({ id: "EventLoan" });
export const owingLoan = loanIn(owingStates).meta({ id: "EventOwingLoan" });

export const deductionPercentage = percent.describe("Percent of each sale to deduct");

const minimumDeduction = naira.describe("Minimum to deduct, unless the sale or the outstanding amount is less");

export const maxDeductionAmount = naira.describe("Upper limit of the next deduction: the outstanding amount");

const annualRate = z.number().min(0).nullable();

export const schedule = z.array(z.object({ installment: z.int().min(1), due_date: date, amount: naira })).min(1);

export const offered = {
  lender: z.object({ id: id("lnd"), name: z.string() }),
  terms: z
    .object({
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
    })
    .meta({ id: "EventTerms" }),
  repayment: z
    .object({
      method: z.literal(repaymentMethod),
      deduction_percentage: deductionPercentage,
      minimum_deduction: minimumDeduction,
      start_date: date.describe("The day deductions begin"),
      due_date: date.describe("The day the last installment is due"),
    })
    .meta({ id: "EventRepaymentPlan" }),
  schedule: schedule.describe("The amounts add up to total_repayment"),
};

export const changeable = z
  .object({
    deduction_percentage: deductionPercentage,
    minimum_deduction: minimumDeduction,
    due_date: date,
    paused: z.boolean().describe("Collection is paused: do not deduct"),
  })
  .meta({ id: "EventChangeableTerms" });

export const collection = collectionWith(naira)
  .meta({ id: "EventCollection" })
  .nullable()
  .describe(
    "What should have come in and what did, as known when it was recorded: agreed = taken + missing + awaited − excess. Null before disbursement",
  );

export const sampleLoan = { id: "loan_01m82hrwrt8qm59rnxm4cykxpj", reference: "LN-2026-YD4DXSP6" };

export const sampleOffer: z.input<z.ZodObject<typeof offered>> = {
  lender: { id: "lnd_01m82hrc1v8sg24qt2vg7makrj", name: "Demo Lender" },
  terms: {
    principal_amount: 300_000,
    interest_rate: 1.3,
    annual_percentage_rate: 38.52,
    scheduled_annual_percentage_rate: 26.24,
    assumed_monthly_sales: 2_500_000,
    expected_days: 30,
    tenor_days: 30,
    total_repayment: 303_900,
    currency,
  },
  repayment: {
    method: repaymentMethod,
    deduction_percentage: 15.5,
    minimum_deduction: 100,
    start_date: "2026-11-22",
    due_date: "2026-12-22",
  },
  schedule: [
    { installment: 1, due_date: "2026-11-29", amount: 75_975 },
    { installment: 2, due_date: "2026-12-06", amount: 75_975 },
    { installment: 3, due_date: "2026-12-13", amount: 75_975 },
    { installment: 4, due_date: "2026-12-22", amount: 75_975 },
  ],
};

/** Of a loan that has run for 40 days. */
export const sampleCollection = {
  from: "2026-10-13",
  to: "2026-11-22",
  agreed: 20_719.97,
  taken: 20_001,
  missing: 718.97,
  excess: 0,
  awaited: 0,
  changed: 0,
};

export const paymentSource = z
  .enum(paymentSources)
  .describe(
    "DIRECT: the merchant ordered it. MANDATE: what was overdue was debited. RECOVERY: it reached the lender otherwise, after a write-off",
  );

export const balanceAfter = z
  .object({
    total_due: naira.describe("Principal and interest; only the principal once cooling-off has ended the loan"),
    total_paid: naira,
    outstanding: naira,
  })
  .meta({ id: "EventLoanBalance" });
