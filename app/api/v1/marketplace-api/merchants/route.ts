import { secretKey } from "@/lib/edge/http/auth";
import { route } from "@/lib/edge/http/route";
import { createMerchant } from "@/lib/merchants/merchants/create-merchant";
import { createMerchantBody, merchantCreated } from "@/lib/terms/merchants/schema";

export const POST = route({
  operationId: "createMerchant",
  summary: "Create a merchant",
  description:
    "Idempotent on thirdPartyCustomerId: returns an existing merchant, with missing contact fields filled in.",
  auth: secretKey,
  rate: "write",
  body: createMerchantBody,
  idempotent: true,
  location: "/api/v1/marketplace-api/merchants/{merchantId}",
  answers: {
    201: { description: "Created", body: merchantCreated },
    200: { description: "It existed already", body: merchantCreated },
  },
  handle: async ({ actor, body, now }) => {
    const merchant = await createMerchant({ actor, input: body, now });
    return { status: merchant.created ? 201 : 200, body: merchant };
  },
});
