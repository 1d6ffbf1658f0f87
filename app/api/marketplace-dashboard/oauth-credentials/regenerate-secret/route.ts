import { dashboardToken } from "@/lib/edge/http/dashboard-token";
import { route } from "@/lib/edge/http/route";
import { regenerateClientSecret } from "@/lib/sales/oauth/clients/regenerate-secret";
import { clientSecretRegenerated } from "@/lib/sales/oauth/clients/schema";
import { rotateSecretBody } from "@/lib/terms/secrets";

export const POST = route({
  operationId: "regenerateClientSecret",
  summary: "Regenerate the OAuth client's secret",
  description:
    "Returns a new secret, shown only once, or makes the client. The previous secret is taken for another 24 hours " +
    "unless `immediate` is set; regenerating again in that time ends it. Tokens that were issued stay good until " +
    "they expire or are revoked.",
  auth: dashboardToken({ permission: regenerateClientSecret.permission, environment: true }),
  rate: "write",
  body: rotateSecretBody,
  answers: { 200: { description: "Regenerated", body: clientSecretRegenerated } },
  errors: regenerateClientSecret.errors,
  respond: ({ actor, body, realNow }) => regenerateClientSecret({ actor, input: body, realNow }),
});
