import { eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { secretKeys } from "@/db/schema/marketplaces";
import { inTenant } from "@/db/tenancy";
import type { RealTimeCall } from "@/lib/kernel/call";
import { notFound } from "@/lib/kernel/errors";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { requirePermission } from "@/lib/terms/users/roles";

export async function revokeSecretKey({ actor, keyId, realNow }: RealTimeCall<{ keyId: string }>): Promise<void> {
  requirePermission(actor, revokeSecretKey.permission);
  await transaction(async () => {
    const one = inTenant(secretKeys, actor.tenant, eq(secretKeys.id, keyId));
    const [key] = await db().select({ revokedAt: secretKeys.revokedAt }).from(secretKeys).where(one).for("update");
    if (!key) throw notFound("secret key");
    if (key.revokedAt) return;
    await db().update(secretKeys).set({ revokedAt: realNow }).where(one);
    await recordAudit({ actor, action: "secret-key.revoke", subjectId: keyId, now: realNow });
  });
}
revokeSecretKey.errors = ["INSUFFICIENT_ROLE", "NOT_FOUND"] as const;
revokeSecretKey.permission = "change" as const;
