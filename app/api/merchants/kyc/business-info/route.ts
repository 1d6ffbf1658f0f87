import { kycRoute } from "@/lib/edge/http/kyc-route";
import { saveBusinessInfo } from "@/lib/merchants/kyc/save-business-info";
import { businessInfoBody } from "@/lib/terms/kyc/schema";

export const PUT = kycRoute({
  operationId: "saveAccountBusinessInfo",
  summary: "Save business information",
  description: "Replaces it whole: what is left out is empty afterwards.",
  done: "Saved",
  body: businessInfoBody,
  revision: "revisions.businessInfo",
  clears: ["business-info"],
  work: ({ call, body: input, basedOn }) => saveBusinessInfo({ ...call, input, basedOn }),
});
