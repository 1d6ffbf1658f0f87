import { kycRoute } from "@/lib/http/kyc-route";
import { emptyBody } from "@/lib/kyc/schema";
import { submitKyc } from "@/lib/kyc/submit-kyc";

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
