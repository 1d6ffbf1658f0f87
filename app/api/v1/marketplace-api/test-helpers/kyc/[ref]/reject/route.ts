import { testSecretKey } from "@/lib/http/auth";
import { refOf, route } from "@/lib/http/route";
import { testRejectionReason } from "@/lib/kyc/constants";
import { reviewKycInTest } from "@/lib/kyc/review-kyc-in-test";
import { kycAnswer, rejectBody } from "@/lib/kyc/schema";

export const POST = route({
  operationId: "rejectTestKyc",
  summary: "Reject KYC (test)",
  description: "Decides a submitted KYC record as a reviewer would. A REJECTED record stays as it is.",
  auth: testSecretKey,
  rate: "write",
  body: rejectBody,
  idempotent: true,
  answers: { 200: { description: "Rejected", body: kycAnswer } },
  errors: ["TEST_KEY_REQUIRED", "NOT_FOUND", "KYC_NOT_REVIEWABLE"],
  respond: async ({ actor, body, params, now }) => {
    const outcome = { status: "REJECTED", reason: body.reason ?? testRejectionReason } as const;
    return reviewKycInTest({ actor, ref: refOf(params), outcome, now });
  },
});
