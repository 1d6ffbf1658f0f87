import { secretKey } from "@/lib/edge/http/auth";
import { refOf, route } from "@/lib/edge/http/route";
import { submitKyc } from "@/lib/merchants/kyc/submit-kyc";
import { emptyBody, kycAnswer } from "@/lib/terms/kyc/schema";

export const POST = route({
  operationId: "submitKyc",
  summary: "Submit KYC",
  description:
    "Submits the KYC record for review and sends kyc.submitted. Needs business information, a director and a document that proves the business. Submitting again while SUBMITTED changes nothing.",
  auth: secretKey,
  rate: "write",
  body: emptyBody,
  idempotent: true,
  answers: { 200: { description: "Submitted", body: kycAnswer } },
  errors: ["NOT_FOUND", ...submitKyc.errors],
  respond: ({ actor, params, now }) => submitKyc({ actor, ref: refOf(params), now }),
});
