import { eq, isNull } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { marketplaces, secretKeys } from "@/db/schema/marketplaces";
import { inTenant } from "@/db/tenancy";
import type { RealTimeCall } from "@/lib/kernel/call";
import { CodedError } from "@/lib/kernel/errors";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { requirePermission } from "@/lib/terms/users/roles";
import { insertSecretKey } from "./issue-secret-key";
import type { CreateSecretKey, SecretKeyCreated } from "./schema";
import { serializeSecretKey } from "./secret-key-queries";

export const mostSecretKeys = 20;

export async function createSecretKey(call: RealTimeCall<{ input: CreateSecretKey }>): Promise<SecretKeyCreated> {
  const { actor, input, realNow } = call;
  requirePermission(actor, createSecretKey.permission);
  const { tenant } = actor;
  return transaction(async () => {
    // One at a time, so that no two calls count the same keys.
    await db()
      .select({ id: marketplaces.id })
      .from(marketplaces)
      .where(eq(marketplaces.id, tenant.marketplaceId))
      .for("no key update");
    const inForce = await db().$count(secretKeys, inTenant(secretKeys, tenant, isNull(secretKeys.revokedAt)));
    if (inForce >= mostSecretKeys) {
      const detail = `There are ${mostSecretKeys} secret keys in force. Revoke one that is not used any more.`;
      throw new CodedError("TOO_MANY_SECRET_KEYS", detail);
    }
    const { marketplaceId, environment } = tenant;
    const { secretKey, ...row } = await insertSecretKey({ marketplaceId, environment, name: input.name, realNow });
    await recordAudit({ actor, action: "secret-key.create", subjectId: row.id, now: realNow });
    return { ...serializeSecretKey({ ...row, lastUsedAt: null, revokedAt: null }), secretKey };
  });
}
createSecretKey.errors = ["INSUFFICIENT_ROLE", "TOO_MANY_SECRET_KEYS"] as const;
createSecretKey.permission = "change" as const;
