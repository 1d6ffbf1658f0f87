import { z } from "zod";
import { foreseenDate, moment, naira } from "@/lib/kernel/answer-fields";
import { amount, oneOf } from "@/lib/kernel/validation";
import { connectionStatuses } from "@/lib/terms/connections";
import {
  failureReasons,
  fundingStatuses,
  minimumAmount,
  purposes,
  tenors,
  timeframeDays,
} from "@/lib/terms/funding/constants";
import { costFields } from "@/lib/terms/loans/schema";
import { capReasons } from "@/lib/terms/scoring/constants";

const tenorDays = z.literal(tenors, `Must be one of ${tenors.join(", ")}`);

export const createFundingRequestBody = z
  .object({
    amountRequested: amount.min(minimumAmount, `Must be at least ${minimumAmount}`),
    tenorDays,
    purpose: oneOf(purposes).meta({ id: "FundingPurpose" }),
    financingTimeframeDays: z
      .number("Must be a number")
      .int("Must be a whole number")
      .min(timeframeDays.min, `Must be at least ${timeframeDays.min}`)
      .max(timeframeDays.max, `Must be at most ${timeframeDays.max}`)
      .default(timeframeDays.default)
      .describe("Days it may wait for KYC, a score or the connection; then it is rejected"),
  })
  .meta({
    id: "NewFundingRequest",
    sample: { amountRequested: 900000000, tenorDays: 365, purpose: "Inventory purchase" },
  });
export type CreateFundingRequest = z.output<typeof createFundingRequestBody>;

export const fundingRequestCreated = z
  .object({
    id: z.string(),
    status: z.enum(fundingStatuses),
    amountRequested: z.number(),
    tenorDays: z.int(),
    purpose: z.enum(purposes),
  })
  .meta({ id: "FundingRequestCreated" });

const capReason = {
  tooFewSales: z.boolean().describe("The capReason is TOO_FEW_SALES"),
  capReason: z
    .enum(capReasons)
    .nullable()
    .describe("Why the merchant's cap is below the minimum, so that ABOVE_LENDING_CAP holds for any amount"),
};

export const fundingRequestStatus = fundingRequestCreated
  .extend({
    loanId: z.string().nullable(),
    failureReason: z.enum(failureReasons).meta({ id: "FundingFailure" }).nullable(),
    ...capReason,
  })
  .meta({ id: "FundingRequest" });

export const fundingOptionsQuery = z.object({
  amount: z
    .string()
    .regex(/^\d{1,14}(\.\d{1,20})?$/, "Must be an amount in naira, with at most 2 decimals")
    .transform(Number)
    .pipe(amount)
    .optional()
    .describe("Naira. By default the most that can be requested"),
});

export const fundingOptions = z.object({
  minimum: naira.describe(`The least that can be requested: ${minimumAmount}`),
  maximum: naira.describe("The most that can be requested now, on the tenor that allows most; 0 if nothing"),
  amount: naira.describe("The amount the figures below are for"),
  blocked: z.enum(failureReasons).nullable().describe("Why nothing can be lent at any amount, as things stand"),
  ...capReason,
  assumedMonthlySales: naira.nullable().describe("Monthly sales that the figures assume; null without a score"),
  recommendedTenor: z.literal(tenors).nullable().describe("The tenor of the recommended option"),
  options: z.array(
    z.object({
      tenorDays: z.literal(tenors),
      available: z.boolean(),
      reason: z.enum(failureReasons).nullable().describe("Why a request would be rejected, as things stand"),
      recommended: z.boolean().describe("The cheapest that the sales are likely to repay in time; at most one is"),
      maximum: naira.describe("The most that can be requested on this tenor"),
      excess: naira.nullable().describe("How much of the amount is above what the sales carry on this tenor"),
      fee: naira,
      totalRepayment: naira,
      ...costFields,
      deductionPercentage: z.number().describe("Percent of each sale"),
      minimumDeduction: naira,
      dueDate: z.iso.date(),
      forecast: z.object({ early: foreseenDate, likely: foreseenDate, late: foreseenDate }).nullable(),
    }),
  ),
});

export type FundingOptions = z.output<typeof fundingOptions>;

export const accountScore = z.object({
  merchantId: z.string(),
  connectionStatus: z.enum(connectionStatuses).describe("Only an ACTIVE connection gets new funding"),
  scoring: z
    .enum(["none", "pending", "scored"])
    .describe("none: there are no sales figures; pending: newer ones are read"),
  minimum: naira.describe(`The least that can be requested: ${minimumAmount}`),
  maximum: naira.describe("The most that can be requested now; 0 if nothing. An estimate, not a promise"),
  committed: naira.describe("What open offers and running loans take up"),
  blocked: z.enum(failureReasons).nullable().describe("Why nothing can be lent at any amount, as things stand"),
  ...capReason,
  scoredAt: moment.nullable().describe("When the sales figures were last scored; null: never, or disconnected"),
  validUntil: moment.nullable().describe("Until when that can be lent on, unless newer figures come"),
});
export type AccountScore = z.output<typeof accountScore>;
