"use server";

import { z } from "zod";
import { dashboardAction } from "@/lib/http/dashboard-action";
import { createSecretKey } from "@/lib/marketplaces/create-secret-key";
import { revokeSecretKey } from "@/lib/marketplaces/revoke-secret-key";
import { rotateApiSecret } from "@/lib/marketplaces/rotate-api-secret";
import { rotateSecretBody } from "@/lib/marketplaces/rotation-schema";
import { createSecretKeyBody } from "@/lib/marketplaces/schema";
import { text } from "@/lib/validation";

export const createKey = dashboardAction({
  name: "createSecretKey",
  permission: "change",
  input: createSecretKeyBody,
  work: createSecretKey,
});

export const revokeKey = dashboardAction({
  name: "revokeSecretKey",
  permission: "change",
  input: z.object({ keyId: text(255) }),
  work: ({ actor, input, realNow }) => revokeSecretKey({ actor, keyId: input.keyId, realNow }),
});

export const renewApiSecret = dashboardAction({
  name: "rotateApiSecret",
  permission: "change",
  input: rotateSecretBody,
  work: async (call) => {
    const { apiSecret, previousValidUntil } = await rotateApiSecret(call);
    return { secret: apiSecret, previousValidUntil: previousValidUntil?.toISOString() ?? null };
  },
});
