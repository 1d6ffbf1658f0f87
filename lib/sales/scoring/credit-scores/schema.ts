import { z } from "zod";
import { components, riskTiers } from "@/lib/terms/scoring/constants";

const points = Object.fromEntries(components.map((name) => [name, z.number()])) as Record<
  (typeof components)[number],
  z.ZodNumber
>;

const loanEligibility = z.object({
  eligible: z.boolean(),
  maxEligibleAmount: z.number(),
  maxMonthlyRepayment: z
    .number()
    .describe("What all loans together may take of a month's assumed sales; 0 where nothing is lent"),
  monthsAssessed: z.int().describe("Months of sales history behind the amount; 0 without one"),
  existingDebt: z.number(),
  confidence: z.int(),
  reasons: z.array(z.object({ code: z.string(), message: z.string() })),
  asOf: z.iso.datetime(),
});

const reason = z.object({
  field: z.string().describe("Of the merchant data record"),
  component: z.enum(components),
  points: z.number().describe("More or less than a merchant gets when this is unknown"),
  message: z.string(),
});

const improvement = z.object({
  field: z.string().describe("Of the merchant data record"),
  from: z.union([z.number(), z.boolean()]),
  to: z.union([z.number(), z.boolean()]),
  capIncrease: z.number(),
  scoreIncrease: z.number(),
  message: z.string(),
});

/** Response of the credit-score endpoint (docs/scoring.md#credit-score). Amounts in naira. */
export const creditScore = z.object({
  totalScore: z.number().min(0).max(100),
  riskTier: z.enum(riskTiers).describe("A is best"),
  maxLendingCap: z.number(),
  eligiblePercentage: z.number().describe("Percent of assumed monthly sales"),
  scoreBreakdown: z.object(points).describe("Points by component; together the total score"),
  lendingImplication: z.string(),
  calculatedAt: z.iso.datetime(),
  riskFlags: z.array(z.string()).describe("Empty when there are none"),
  recommendations: z.string(),
  confidence: z.int().min(0).max(100).describe("How complete and recent the data is"),
  modelVersion: z.string(),
  assumedMonthlySales: z
    .number()
    .nullable()
    .describe(
      "What the cap is a percentage of: a cautious reading of all sales figures; null in scores of older models",
    ),
  carriedOver: z
    .array(z.string())
    .describe(
      "What the last data left out and was taken from earlier data: groups, fields as group.field, refunds of a month as monthlySalesHistory.YYYY-MM",
    ),
  loanEligibility: loanEligibility.nullable().describe("Null only in scores of older models"),
  reasons: z.array(reason).describe("What holds the tier down, then what weighed most, for and against"),
  improvements: z.array(improvement).describe("What would raise the cap or the score, each change by itself"),
});
export type CreditScore = z.output<typeof creditScore>;
