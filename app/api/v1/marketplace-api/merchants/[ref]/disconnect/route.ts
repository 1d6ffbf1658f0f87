import { secretKey } from "@/lib/edge/http/auth";
import { refOf, route } from "@/lib/edge/http/route";
import { disconnectMerchant } from "@/lib/surfaces/account/consents/disconnect-merchant";
import { connectionAnswer, disconnectMerchantBody } from "@/lib/surfaces/account/consents/schema";

export const POST = route({
  operationId: "disconnectMerchant",
  summary: "Disconnect a merchant",
  description:
    "Ends the merchant's consents with all their tokens, cancels its pending funding requests, withdraws its offers and sends merchant.disconnected. Running loans go on. Only the merchant can connect again. Repeating changes nothing.",
  auth: secretKey,
  rate: "write",
  body: disconnectMerchantBody,
  idempotent: true,
  answers: { 200: { description: "Disconnected", body: connectionAnswer } },
  errors: disconnectMerchant.errors,
  respond: ({ actor, params, body, now, realNow }) =>
    disconnectMerchant({ actor, ref: refOf(params), input: body, now, realNow }),
});
