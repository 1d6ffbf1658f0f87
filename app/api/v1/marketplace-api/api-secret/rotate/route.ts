import { secretKey } from "@/lib/http/auth";
import { route } from "@/lib/http/route";
import { rotateApiSecret } from "@/lib/marketplaces/rotate-api-secret";
import { apiSecretRotated, rotateApiSecretBody } from "@/lib/marketplaces/schema";

export const POST = route({
  operationId: "rotateApiSecret",
  summary: "Rotate the API secret",
  description:
    "Answers a new API secret, this once; the first one too. It signs the webhooks that the marketplace sends, in the " +
    "environment of the key. The one before verifies for 24 hours more, unless immediate; rotating again within them " +
    "ends it.",
  auth: secretKey,
  rate: "write",
  idempotent: true,
  body: rotateApiSecretBody,
  answers: { 200: { description: "Rotated", body: apiSecretRotated } },
  handle: async ({ actor, body, realNow }) => {
    const { apiSecret, previousValidUntil } = await rotateApiSecret({ actor, input: body, realNow });
    return { status: 200, body: { apiSecret, previousValidUntil: previousValidUntil?.toISOString() ?? null } };
  },
});
