import { dashboardToken } from "@/lib/edge/http/dashboard-token";
import { route } from "@/lib/edge/http/route";
import { readApiSecretFacts } from "@/lib/parties/marketplaces/api-secret-queries";
import { apiSecretFacts } from "@/lib/parties/marketplaces/schema";

export const GET = route({
  operationId: "getApiSecret",
  summary: "Show the API secret's use",
  description:
    "When the secret that signs the marketplace's webhooks was made and used; after a rotation, whether the one " +
    "before it is still in use. 404 until the first one is made. The secret is not shown again.",
  auth: dashboardToken({ environment: true }),
  rate: "read",
  answers: { 200: { description: "Its use", body: apiSecretFacts } },
  errors: readApiSecretFacts.errors,
  respond: ({ actor, realNow }) => readApiSecretFacts(actor.tenant, realNow),
});
