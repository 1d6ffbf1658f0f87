import { dashboardToken } from "@/lib/edge/http/dashboard-token";
import { route } from "@/lib/edge/http/route";
import { rotateApiSecret } from "@/lib/parties/marketplaces/rotate-api-secret";
import { apiSecretRenewed } from "@/lib/parties/marketplaces/schema";
import { rotateSecretBody } from "@/lib/terms/secrets";

export const POST = route({
  operationId: "renewApiSecret",
  summary: "Rotate the API secret",
  description:
    "Returns a new API secret, shown only once, or creates the first one. The previous secret stays valid for 24 " +
    "hours unless `immediate` is set; rotating again in that time ends it.",
  auth: dashboardToken({ permission: rotateApiSecret.permission, environment: true }),
  rate: "write",
  body: rotateSecretBody,
  answers: { 200: { description: "Rotated", body: apiSecretRenewed } },
  errors: rotateApiSecret.errors,
  respond: async ({ actor, body, realNow }) => {
    const { apiSecret, previousValidUntil } = await rotateApiSecret({ actor, input: body, realNow });
    return { apiSecret, previousValidUntil: previousValidUntil?.toISOString() ?? null };
  },
});
