import { testSecretKey } from "@/lib/edge/http/auth";
import { refOf, route } from "@/lib/edge/http/route";
import { reviewKycInTest } from "@/lib/merchants/kyc/review-kyc-in-test";
import { emptyBody, kycAnswer } from "@/lib/terms/kyc/schema";

export const POST = route({
  operationId: "approveTestKyc",
  summary: "Approve KYC (test)",
  description: "Decides a submitted KYC record as a reviewer would. An APPROVED record stays as it is.",
  auth: testSecretKey,
  rate: "write",
  body: emptyBody,
  idempotent: true,
  answers: { 200: { description: "Approved", body: kycAnswer } },
  errors: reviewKycInTest.errors,
  respond: ({ actor, params, now }) =>
    reviewKycInTest({ actor, ref: refOf(params), outcome: { status: "APPROVED" }, now }),
});
