import { z } from "zod";
import { cursorOf } from "@/lib/kernel/cursor";
import { amount, foreignId, oneOf, text } from "@/lib/kernel/validation";
import { matchStatuses } from "@/lib/terms/settlements";
import { deductionReferences } from "./schema";

const cursor = cursorOf("settlement", "a settlement");

export const settlementFilters = z.object({
  merchantId: foreignId().optional().describe("merchantId or thirdPartyCustomerId"),
  matchStatus: oneOf(matchStatuses).optional().describe("Only settlements that the matching left like this"),
  startingAfter: cursor.optional(),
  endingBefore: cursor.optional(),
});
export type SettlementFilters = z.output<typeof settlementFilters>;

export const correctSettlementBody = z
  .object({
    grossAmount: amount.optional(),
    totalDeductions: amount.optional(),
    netAmount: amount.optional(),
    deductionReferences: deductionReferences
      .nullable()
      .optional()
      .describe("All the deductions that it contains; null: it names none, and contains those of its period"),
    reason: text(500).describe("What was wrong, for whoever reads the books later"),
  })
  .refine(({ reason: _, ...figures }) => Object.values(figures).some((figure) => figure !== undefined), {
    error: "Must correct at least one figure",
  })
  .meta({ sample: { netAmount: 100000, reason: "Typed wrongly." } });
export type CorrectSettlement = z.output<typeof correctSettlementBody>;

/** How many of a settlement's deductions are shown with it. */
export const shownMatches = 100;

const figures = {
  grossAmount: z.number().nullable(),
  totalDeductions: z.number().nullable(),
  netAmount: z.number(),
  deductionReferences: z.array(z.string()).nullable().describe(`The first ${shownMatches}; null: it named none`),
  deductionReferenceCount: z.int().nullable(),
};
const someFigures = z.object(figures).partial();
export type SomeFigures = z.output<typeof someFigures>;

/** A settlement as reported by its events so far, and the matching result. Amounts in naira. */
export const settlementAnswer = z
  .object({
    id: z.string(),
    reference: z.string(),
    merchantId: z.string(),
    thirdPartyCustomerId: z.string().nullable(),
    netAmount: z.number(),
    grossAmount: z.number().nullable().describe("Null, like the period, until settlement.created has arrived"),
    totalDeductions: z.number().nullable(),
    periodStart: z.iso.datetime().nullable(),
    periodEnd: z.iso.datetime().nullable(),
    transferredAt: z.iso.datetime().nullable().describe("Null until settlement.transferred has arrived"),
    transferReference: z.string().nullable(),
    deductionReferenceCount: z
      .number()
      .int()
      .nullable()
      .describe("Number of deductions it names; null when it names none"),
    matchStatus: z
      .enum(matchStatuses)
      .describe(
        "PENDING: missing reports may still arrive. MATCHED: everything agrees. BROKEN: something disagrees, also once " +
          "its breaks are decided; whether anything is left to do, openBreaks says",
      ),
    matchedAmount: z
      .number()
      .nullable()
      .describe("The deductions found, less the period's reversals if its total subtracts them"),
    matchedAt: z.iso.datetime().nullable(),
    matches: z
      .array(
        z.object({
          repaymentEventId: z.string().describe("Id of the report: its service_reference"),
          loanId: z.string(),
          reference: z.string(),
          amount: z.number(),
          deductedAt: z.iso.datetime(),
          reportedAt: z.iso.datetime(),
        }),
      )
      .describe(`The first ${shownMatches} deductions found in it, oldest first`),
    matchCount: z.int(),
    openBreaks: z.array(z.string()).describe("Ids of its breaks that have not ended, answered ones too"),
    reported: z.object(figures).describe("Its figures as they were first reported"),
    corrections: z
      .array(
        z.object({
          previous: someFigures.describe("The figures that were corrected, as they were"),
          corrected: someFigures,
          reason: z.string(),
          correctedBy: z.string(),
          correctedAt: z.iso.datetime(),
        }),
      )
      .describe("Oldest first"),
    receivedAt: z.iso.datetime(),
  })
  .meta({ id: "Settlement" });
export type SettlementAnswer = z.output<typeof settlementAnswer>;

export const settlementList = z.object({ data: z.array(settlementAnswer), hasMore: z.boolean() });
export type SettlementList = z.output<typeof settlementList>;
