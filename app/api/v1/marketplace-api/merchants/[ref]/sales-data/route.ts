import { secretKey } from "@/lib/edge/http/auth";
import { refOf, route } from "@/lib/edge/http/route";
import { salesDataAccepted } from "@/lib/sales/records/answers";
import { submitSalesData } from "@/lib/sales/records/submit-sales-data";
import { salesDataRecord } from "@/lib/terms/merchant-data/schema";

export const POST = route({
  operationId: "submitSalesData",
  summary: "Submit a merchant's sales data",
  description: "Accepted at once and scored in the background. Unknown fields are kept with the record.",
  auth: secretKey,
  rate: "write",
  body: salesDataRecord,
  idempotent: true,
  answers: { 202: { description: "Accepted for scoring", body: salesDataAccepted } },
  errors: submitSalesData.errors,
  respond: async ({ actor, params, body, now }) => {
    const accepted = await submitSalesData({ actor, ref: refOf(params), input: body, now });
    const { merchantId, thirdPartyCustomerId } = accepted;
    const submittedAt = accepted.submittedAt.toISOString();
    return { accepted: true, status: "processing", merchantId, thirdPartyCustomerId, submittedAt };
  },
});
