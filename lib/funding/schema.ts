import { z } from "zod";
import { amount, oneOf } from "@/lib/validation";
import { failureReasons, fundingStatuses, minimumAmount, purposes, tenors, timeframeDays } from "./constants";

const tenorDays = z.literal(tenors, `Must be one of ${tenors.join(", ")}`);

/** Body of `POST /merchants/{ref}/funding-requests`. */
export const createFundingRequestBody = z.object({
  amountRequested: amount.min(minimumAmount, `Must be at least ${minimumAmount}`),
  tenorDays,
  purpose: oneOf(purposes),
  financingTimeframeDays: z
    .number("Must be a number")
    .int("Must be a whole number")
    .min(timeframeDays.min, `Must be at least ${timeframeDays.min}`)
    .max(timeframeDays.max, `Must be at most ${timeframeDays.max}`)
    .default(timeframeDays.default),
});
export type CreateFundingRequest = z.output<typeof createFundingRequestBody>;

/** Answer of the same. */
export const fundingRequestCreated = z.object({
  id: z.string(),
  status: z.enum(fundingStatuses),
  amountRequested: z.number(),
  tenorDays: z.int(),
  purpose: z.enum(purposes),
});

/** A funding request in the merchant status answer. */
export const fundingRequestStatus = fundingRequestCreated.extend({
  loanId: z.string().nullable(),
  failureReason: z.enum(failureReasons).nullable(),
});
