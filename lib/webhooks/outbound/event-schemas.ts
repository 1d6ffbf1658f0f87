import { z } from "zod";
import { type FundingStatus, failureReasons, purposes, tenors } from "@/lib/funding/constants";
import { kycSteps } from "@/lib/kyc/constants";
import type { PublicKycStatus } from "@/lib/kyc/states";
import type { EventType } from "./constants";
import { type EventSchema, eventBody, id, moment, naira } from "./event-schemas-common";
import { loanEventSchemas } from "./event-schemas-loans";

function kycIn<const Status extends PublicKycStatus>(status: Status) {
  return z.object({ status: z.literal(status), submitted_at: moment.describe("The last time") });
}

const requirements = z
  .array(
    z.object({
      step: z.enum(kycSteps),
      item: z.string().describe("Which part of the step: a field, or a type of document"),
      reason_code: z.string(),
      message: z.string().describe("For the merchant"),
      resolved: z.boolean().describe("Whether the step was edited since it was asked for"),
    }),
  )
  .describe("What to change");

function requestIn<const Status extends FundingStatus>(status: Status) {
  return z.object({
    id: id("fr"),
    amount_requested: naira,
    tenor_days: z.literal(tenors),
    purpose: z.enum(purposes),
    status: z.literal(status),
  });
}

/**
 * The bodies of all events (docs/webhooks.md#outbound-events), by type: one that is sent and not described
 * here does not compile. Money in naira.
 */
export const eventSchemas: { [Type in EventType]: EventSchema<Type> } = {
  "merchant.created": {
    summary: "A merchant was created through the API",
    description: "Keep `merchant.service_id`. A merchant is announced once, by the first call that creates it.",
    body: eventBody("merchant.created", { connection_id: id("con") }),
  },
  "kyc.submitted": {
    summary: "KYC was submitted, by the API or in the hosted journey",
    description: "Nothing is to be done: the review has begun, and what follows from it is sent as another event.",
    body: eventBody("kyc.submitted", { kyc: kycIn("SUBMITTED") }),
  },
  "kyc.approved": {
    summary: "KYC was approved",
    description: "Nothing is to be done: funding requests that waited for it are decided now.",
    body: eventBody("kyc.approved", { kyc: kycIn("APPROVED") }),
  },
  "kyc.rejected": {
    summary: "KYC was rejected",
    description: "Tell the merchant why. No funding can be requested.",
    body: eventBody("kyc.rejected", {
      kyc: kycIn("REJECTED"),
      rejection_reason: z.string().describe("In words, for the merchant"),
    }),
  },
  "kyc.requires_update": {
    summary: "The review asks for changes",
    description: "Have the merchant change what `kyc.requirements` names, then submit again.",
    body: eventBody("kyc.requires_update", { kyc: kycIn("REQUIRES_UPDATE").extend({ requirements }) }),
  },
  "funding_request.created": {
    summary: "Funding was requested, by the API or in the hosted journey",
    description: "Nothing is to be done: the decision is sent as another event.",
    body: eventBody("funding_request.created", { funding_request: requestIn("PENDING") }),
  },
  "funding_request.fulfilled": {
    summary: "A funding request became a loan",
    description: "Keep `loan_id`. loan.approved follows with the terms.",
    body: eventBody("funding_request.fulfilled", {
      funding_request: requestIn("FULFILLED"),
      loan_id: id("loan"),
    }),
  },
  "funding_request.rejected": {
    summary: "A funding request was rejected",
    description: "Tell the merchant. After ABOVE_LENDING_CAP a smaller amount can be requested.",
    body: eventBody("funding_request.rejected", {
      funding_request: requestIn("REJECTED"),
      failure_reason: z.enum(failureReasons),
    }),
  },
  ...loanEventSchemas,
};
