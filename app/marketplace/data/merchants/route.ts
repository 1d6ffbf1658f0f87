import { accessToken } from "@/lib/edge/http/access-token";
import { route } from "@/lib/edge/http/route";
import { recordAccepted } from "@/lib/sales/records/answers";
import { submitRecord } from "@/lib/sales/records/submit-record";
import { merchantRecord } from "@/lib/terms/merchant-data/schema";

export const POST = route({
  operationId: "submitMerchantData",
  summary: "Submit one merchant's data record",
  description: "Stored at once and scored in the background. An unknown merchantId creates the merchant.",
  auth: accessToken("data.share.sales"),
  rate: "write",
  body: merchantRecord,
  answers: { 200: { description: "Accepted for scoring", body: recordAccepted } },
  errors: submitRecord.errors,
  respond: async ({ actor, body, now }) => {
    const { submittedAt: at, ...stored } = await submitRecord({ actor, input: body, now });
    const message = "The record was stored and is being scored.";
    return { success: true, message, ...stored, status: "processing", submittedAt: at.toISOString() };
  },
});
