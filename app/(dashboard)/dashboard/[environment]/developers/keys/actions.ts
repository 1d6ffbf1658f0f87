"use server";

import { z } from "zod";
import { dashboardAction, verbAction } from "@/lib/edge/http/actions/dashboard-action";
import { text } from "@/lib/kernel/validation";
import { createSecretKey } from "@/lib/parties/marketplaces/create-secret-key";
import { revokeSecretKey } from "@/lib/parties/marketplaces/revoke-secret-key";
import { rotateApiSecret } from "@/lib/parties/marketplaces/rotate-api-secret";
import { createSecretKeyBody } from "@/lib/parties/marketplaces/schema";
import { rotateSecretBody } from "@/lib/terms/secrets";

export const createKey = verbAction("createSecretKey", createSecretKeyBody, createSecretKey);

export const revokeKey = dashboardAction({
  name: "revokeSecretKey",
  permission: revokeSecretKey.permission,
  input: z.object({ keyId: text(255) }),
  work: ({ actor, input, realNow }) => revokeSecretKey({ actor, keyId: input.keyId, realNow }),
});

export const renewApiSecret = dashboardAction({
  name: "rotateApiSecret",
  permission: rotateApiSecret.permission,
  input: rotateSecretBody,
  work: async (call) => {
    const { apiSecret, previousValidUntil } = await rotateApiSecret(call);
    return { secret: apiSecret, previousValidUntil: previousValidUntil?.toISOString() ?? null };
  },
});
