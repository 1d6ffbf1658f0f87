import { z } from "zod";
import { foreseenDate, moment, naira } from "@/lib/kernel/answer-fields";

const date = z.iso.date();

/** What a merchant should know of a loan before accepting it, and has agreed to afterwards. Amounts in naira. */
export const keyFacts = z
  .object({
    reference: z.string(),
    test: z.boolean().describe("Test data: no money is lent"),
    borrower: z.string().describe("The business"),
    marketplace: z.string(),
    lender: z.string(),
    complaints: z.string().describe("The address for complaints"),
    purpose: z.string(),
    principalAmount: naira,
    fee: naira,
    totalRepayment: naira,
    interestRate: z.number().describe("Percent of the principal: the fee"),
    tenorDays: z.int(),
    annualPercentageRate: z.number().nullable().describe("Percent: estimated, if sales flow as assumed"),
    scheduledAnnualPercentageRate: z
      .number()
      .nullable()
      .describe("Percent: if each installment is paid when it is due"),
    assumedMonthlySales: naira.nullable(),
    expectedDays: z.int().nullable().describe("Days in which sales as assumed repay the loan"),
    deductionPercentage: z.number().describe("Percent of each sale"),
    minimumDeduction: naira,
    startDate: date.describe("The day of the payout on which the due dates rest"),
    dueDate: date,
    schedule: z.array(z.object({ installment: z.int(), dueDate: date, amount: naira })),
    forecast: z.object({ early: foreseenDate, likely: foreseenDate, late: foreseenDate }).nullable(),
    defaultAfterDays: z.int().describe("More days past due than this are a default"),
    offerExpiresAt: moment,
  })
  .meta({ id: "KeyFacts" });
export type KeyFacts = z.output<typeof keyFacts>;

export const documentSection = z
  .object({
    title: z.string(),
    rows: z.array(z.object({ name: z.string(), value: z.string() })),
    paragraphs: z.array(z.string()),
  })
  .meta({ id: "DocumentSection" });
export type DocumentSection = z.output<typeof documentSection>;

/** What a merchant agrees to, in figures and in the words of a version of the template. */
export const agreementContent = z.object({
  templateVersion: z.string(),
  facts: keyFacts,
  keyFacts: z.array(documentSection).describe("The key facts sheet"),
  terms: z.array(documentSection).describe("What else the agreement says"),
});
export type AgreementContent = z.output<typeof agreementContent>;

/** What is kept of an acceptance and shown: the document itself is another operation. */
export const agreementSummary = z
  .object({
    sha256: z.string().describe("Of the PDF, hexadecimal"),
    templateVersion: z.string(),
    acceptedAt: moment,
  })
  .meta({ id: "AgreementSummary" });

export const keyFactsAnswer = agreementContent.extend({
  loanId: z.string(),
  agreement: agreementSummary.nullable().describe("Null: these are the terms as they are now"),
});
export type KeyFactsAnswer = z.output<typeof keyFactsAnswer>;
