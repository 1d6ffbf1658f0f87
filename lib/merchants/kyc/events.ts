import { z } from "zod";
import { moment } from "@/lib/platform/messages/webhooks/event-fields";
import type { EventDescriptions, PayloadsOf } from "@/lib/platform/messages/webhooks/event-payloads";
import { kycSteps } from "@/lib/terms/kyc/constants";
import type { PublicKycStatus } from "@/lib/terms/kyc/states";

function kycIn<const Status extends PublicKycStatus>(status: Status) {
  return z.object({ status: z.literal(status), submitted_at: moment.describe("The last time") });
}

const requirements = z
  .array(
    z.object({
      step: z.enum(kycSteps),
      item: z.string().describe("Which part of the step: a field or a type of document"),
      reason_code: z.string(),
      message: z.string().describe("For the merchant"),
      resolved: z.boolean().describe("Whether the step was edited since it was asked for"),
    }),
  )
  .describe("What to change");

/** The events of a KYC record. */
export const kycEvents = {
  "kyc.submitted": {
    summary: "KYC was submitted, by the API or in the hosted journey",
    description: "No action is needed: the outcome of the review is sent as another event.",
    payload: z.object({ kyc: kycIn("SUBMITTED") }),
  },
  "kyc.approved": {
    summary: "KYC was approved",
    description: "No action is needed: funding requests that waited for it are decided now.",
    payload: z.object({ kyc: kycIn("APPROVED") }),
  },
  "kyc.rejected": {
    summary: "KYC was rejected",
    description: "Tell the merchant why. No funding can be requested.",
    payload: z.object({ kyc: kycIn("REJECTED"), rejection_reason: z.string().describe("For the merchant") }),
  },
  "kyc.requires_update": {
    summary: "The review asks for changes",
    description: "Have the merchant change what `kyc.requirements` names, then submit again.",
    payload: z.object({ kyc: kycIn("REQUIRES_UPDATE").extend({ requirements }) }),
  },
} satisfies EventDescriptions;

declare global {
  interface EventPayloads extends PayloadsOf<typeof kycEvents> {}
}
