import { testSecretKey } from "@/lib/edge/http/auth";
import { refOf, route } from "@/lib/edge/http/route";
import { reviewKycInTest } from "@/lib/merchants/kyc/review-kyc-in-test";
import { testRejectionReason } from "@/lib/terms/kyc/constants";
import { kycAnswer, rejectBody } from "@/lib/terms/kyc/schema";

export const POST = route({
  operationId: "rejectTestKyc",
  summary: "Reject KYC (test)",
  description: "Decides a submitted KYC record as a reviewer would. A REJECTED record stays as it is.",
  auth: testSecretKey,
  rate: "write",
  body: rejectBody,
  idempotent: true,
  answers: { 200: { description: "Rejected", body: kycAnswer } },
  errors: reviewKycInTest.errors,
  respond: async ({ actor, body, params, now }) => {
    const outcome = { status: "REJECTED", reason: body.reason ?? testRejectionReason } as const;
    return reviewKycInTest({ actor, ref: refOf(params), outcome, now });
  },
});
