import { merchantToken } from "@/lib/edge/http/account-token";
import { route } from "@/lib/edge/http/route";
import { readKycSession } from "@/lib/merchants/kyc/session/read-kyc-session";
import { kycSession } from "@/lib/merchants/kyc/session/schema";

export const GET = route({
  operationId: "getAccountKyc",
  summary: "Read the KYC record",
  description:
    "How far onboarding is, and everything the merchant sees of its KYC record: the same one as in the journey and in the Marketplace API. `revisions` say what to send as If-Match.",
  auth: merchantToken,
  rate: "read",
  answers: { 200: { description: "The record as it is now", body: kycSession } },
  respond: ({ actor, now }) => readKycSession(actor, now),
});
