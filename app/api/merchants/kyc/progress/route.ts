import { merchantToken } from "@/lib/edge/http/account-token";
import { route } from "@/lib/edge/http/route";
import { reachOf } from "@/lib/kernel/reach";
import { readKycAnswer } from "@/lib/merchants/kyc/queries";
import { findMerchant } from "@/lib/merchants/merchants/queries";
import { kycAnswer } from "@/lib/terms/kyc/schema";

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
