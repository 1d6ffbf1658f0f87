"use server";

import { dashboardAction } from "@/lib/edge/http/actions/dashboard-action";
import { regenerateClientSecret } from "@/lib/sales/oauth/clients/regenerate-secret";
import { registerClient } from "@/lib/sales/oauth/clients/register-client";
import { oauthCredentialsBody } from "@/lib/sales/oauth/clients/schema";
import { rotateSecretBody } from "@/lib/terms/secrets";

export const saveRedirectUris = dashboardAction({
  name: "saveRedirectUris",
  permission: registerClient.permission,
  input: oauthCredentialsBody,
  work: async (call) => {
    await registerClient(call);
  },
});

export const regenerateSecret = dashboardAction({
  name: "regenerateClientSecret",
  permission: regenerateClientSecret.permission,
  input: rotateSecretBody,
  work: async (call) => {
    const { clientSecret, previousValidUntil } = await regenerateClientSecret(call);
    return { secret: clientSecret, previousValidUntil };
  },
});
