import { z } from "zod";
import { kycSteps } from "@/lib/terms/kyc/constants";
import type { PublicKycStatus } from "@/lib/terms/kyc/states";
import { at, event, moment } from "./event";

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

const submittedAt = "2026-11-21T09:30:02.511Z";

export const kycEvents = {
  "kyc.submitted": event({
    summary: "KYC was submitted, by the API or in the hosted journey",
    description: "No action is needed: the outcome of the review is sent as another event.",
    payload: z.object({ kyc: kycIn("SUBMITTED") }),
    sample: { kyc: { status: "SUBMITTED", submitted_at: at } },
  }),
  "kyc.approved": event({
    summary: "KYC was approved",
    description: "No action is needed: funding requests that waited for it are decided now.",
    payload: z.object({ kyc: kycIn("APPROVED") }),
    sample: { kyc: { status: "APPROVED", submitted_at: submittedAt } },
  }),
  "kyc.rejected": event({
    summary: "KYC was rejected",
    description: "Tell the merchant why. No funding can be requested.",
    payload: z.object({ kyc: kycIn("REJECTED"), rejection_reason: z.string().describe("For the merchant") }),
    sample: {
      kyc: { status: "REJECTED", submitted_at: submittedAt },
      rejection_reason: "The documents do not show who owns the business.",
    },
  }),
  "kyc.requires_update": event({
    summary: "The review asks for changes",
    description: "Have the merchant change what `kyc.requirements` names, then submit again.",
    payload: z.object({ kyc: kycIn("REQUIRES_UPDATE").extend({ requirements }) }),
    sample: {
      kyc: {
        status: "REQUIRES_UPDATE",
        submitted_at: submittedAt,
        requirements: [
          {
            step: "documents",
            item: "CAC_CERTIFICATE",
            reason_code: "DOCUMENT_UNREADABLE",
            message: "The certificate cannot be read. Upload a sharper copy.",
            resolved: false,
          },
        ],
      },
    },
  }),
};
