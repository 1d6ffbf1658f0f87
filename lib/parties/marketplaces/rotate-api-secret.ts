import { sql } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { apiSecrets } from "@/db/schema/marketplaces";
import { ownedBy } from "@/db/tenancy";
import { later } from "@/lib/kernel/calendar";
import type { RealTimeCall } from "@/lib/kernel/call";
import { encrypt } from "@/lib/kernel/crypto";
import type { RealTime } from "@/lib/kernel/time";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { requirePermission } from "@/lib/terms/users/roles";
import { apiSecretOverlap, apiSecretPurpose, newApiSecret } from "./api-secret";

/** The previous one verifies for 24 hours more, unless `immediate`; a secret still in its own 24 hours ends now. */
export async function rotateApiSecret(
  call: RealTimeCall<{ input: { immediate?: boolean } }>,
): Promise<{ apiSecret: string; previousValidUntil: RealTime | null }> {
  const { actor, input, realNow } = call;
  requirePermission(actor, rotateApiSecret.permission);
  const { tenant } = actor;
  const apiSecret = newApiSecret(tenant.environment);
  const fresh = { secret: encrypt(apiSecretPurpose, apiSecret), rotatedAt: realNow, lastUsedAt: null };
  const previous = input.immediate
    ? { previousSecret: null, previousSecretUntil: null, previousLastUsedAt: null }
    : {
        previousSecret: sql`${apiSecrets.secret}`,
        previousSecretUntil: later(realNow, apiSecretOverlap),
        previousLastUsedAt: sql`${apiSecrets.lastUsedAt}`,
      };
  return transaction(async () => {
    const [row] = await db()
      .insert(apiSecrets)
      .values({ ...ownedBy(tenant), ...fresh })
      .onConflictDoUpdate({
        target: [apiSecrets.marketplaceId, apiSecrets.environment],
        set: { ...fresh, ...previous },
      })
      .returning({ previousValidUntil: apiSecrets.previousSecretUntil });
    await recordAudit({ actor, action: "api-secret.rotate", subjectId: tenant.marketplaceId, now: realNow });
    return { apiSecret, previousValidUntil: row?.previousValidUntil ?? null };
  });
}
rotateApiSecret.errors = ["INSUFFICIENT_ROLE"] as const;
rotateApiSecret.permission = "change" as const;
