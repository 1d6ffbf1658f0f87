import { merchantToken } from "@/lib/http/account-token";
import { route } from "@/lib/http/route";
import { readKycAnswer } from "@/lib/kyc/queries";
import { kycAnswer } from "@/lib/kyc/schema";
import { findMerchant } from "@/lib/merchants/queries";
import { reachOf } from "@/lib/reach";

export const GET = route({
  operationId: "getAccountKycProgress",
  summary: "Read how far KYC is",
  description:
    "The steps done and to do, and the outcome: the same record as in the journey and in the Marketplace API.",
  auth: merchantToken,
  rate: "read",
  answers: { 200: { description: "The progress", body: kycAnswer } },
  respond: async ({ actor }) => {
    const reach = reachOf(actor);
    return readKycAnswer(reach, await findMerchant(reach, actor.merchantId));
  },
});
