import { testSecretKey } from "@/lib/edge/http/auth";
import { refOf, route } from "@/lib/edge/http/route";
import { reviewKycInTest } from "@/lib/merchants/kyc/review-kyc-in-test";
import { testRequirements } from "@/lib/terms/kyc/constants";
import { kycAnswer, requireUpdateBody } from "@/lib/terms/kyc/schema";

export const POST = route({
  operationId: "requireTestKycUpdate",
  summary: "Ask for a KYC update (test)",
  description:
    "Sends a submitted KYC record back, or reopens a rejected one, as a reviewer would. A record in REQUIRES_UPDATE stays as it is.",
  auth: testSecretKey,
  rate: "write",
  body: requireUpdateBody,
  idempotent: true,
  answers: { 200: { description: "Sent back", body: kycAnswer } },
  errors: reviewKycInTest.errors,
  respond: async ({ actor, body, params, now }) => {
    const outcome = { status: "REQUIRES_UPDATE", requirements: body.requirements ?? testRequirements } as const;
    return reviewKycInTest({ actor, ref: refOf(params), outcome, now });
  },
});
