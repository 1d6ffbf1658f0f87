import { kycRoute } from "@/lib/edge/http/kyc-route";
import { submitKyc } from "@/lib/merchants/kyc/submit-kyc";
import { emptyBody } from "@/lib/terms/kyc/schema";

export const POST = kycRoute({
  operationId: "submitAccountKyc",
  summary: "Submit KYC for review",
  description: "Same as in the Marketplace API. Submitting again while SUBMITTED changes nothing.",
  done: "Submitted",
  body: emptyBody,
  idempotent: true,
  errors: ["KYC_INCOMPLETE"],
  clears: ["business-info", "directors"],
  work: ({ call }) => submitKyc(call),
});
