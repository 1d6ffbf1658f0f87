import { secretKey } from "@/lib/edge/http/auth";
import { route } from "@/lib/edge/http/route";
import { rotateApiSecret } from "@/lib/parties/marketplaces/rotate-api-secret";
import { apiSecretRotated, rotateApiSecretBody } from "@/lib/parties/marketplaces/schema";

export const POST = route({
  operationId: "rotateApiSecret",
  summary: "Rotate the API secret",
  description:
    "Returns a new API secret, shown only once, or creates the first one. The marketplace signs its webhooks with " +
    "it, in the key's environment. The previous secret stays valid for 24 hours unless `immediate` is set; " +
    "rotating again in that time ends it.",
  auth: secretKey,
  rate: "write",
  idempotent: true,
  body: rotateApiSecretBody,
  answers: { 200: { description: "Rotated", body: apiSecretRotated } },
  respond: async ({ actor, body, realNow }) => {
    const { apiSecret, previousValidUntil } = await rotateApiSecret({ actor, input: body, realNow });
    return { apiSecret, previousValidUntil: previousValidUntil?.toISOString() ?? null };
  },
});
