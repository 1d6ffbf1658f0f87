import { dashboardToken } from "@/lib/edge/http/dashboard-token";
import { route } from "@/lib/edge/http/route";
import { revokeSecretKey } from "@/lib/parties/marketplaces/revoke-secret-key";

export const DELETE = route({
  operationId: "revokeSecretKey",
  summary: "Revoke a secret key",
  description: "From the answer on, no request with the key is accepted. A key that was revoked stays as it is.",
  auth: dashboardToken({ permission: revokeSecretKey.permission, environment: true }),
  rate: "write",
  answers: { 204: { description: "Revoked" } },
  errors: revokeSecretKey.errors,
  respond: ({ actor, params, realNow }) => revokeSecretKey({ actor, keyId: params.keyId ?? "", realNow }),
});
