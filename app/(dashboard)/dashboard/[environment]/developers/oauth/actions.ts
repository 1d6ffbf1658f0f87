"use server";

import { dashboardAction } from "@/lib/http/dashboard-action";
import { rotateSecretBody } from "@/lib/marketplaces/rotation-schema";
import { regenerateClientSecret } from "@/lib/oauth-clients/regenerate-secret";
import { registerClient } from "@/lib/oauth-clients/register-client";
import { oauthCredentialsBody } from "@/lib/oauth-clients/schema";

export const saveRedirectUris = dashboardAction({
  name: "saveRedirectUris",
  permission: "change",
  input: oauthCredentialsBody,
  work: async (call) => {
    await registerClient(call);
  },
});

export const regenerateSecret = dashboardAction({
  name: "regenerateClientSecret",
  permission: "change",
  input: rotateSecretBody,
  work: async (call) => {
    const { clientSecret, previousValidUntil } = await regenerateClientSecret(call);
    return { secret: clientSecret, previousValidUntil };
  },
});
