import { sql } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { webhookEndpoints } from "@/db/schema/webhooks";
import { inTenant } from "@/db/tenancy";
import { day, later } from "@/lib/kernel/calendar";
import type { RealTimeCall } from "@/lib/kernel/call";
import { encrypt, newWebhookSecret } from "@/lib/kernel/crypto";
import { notFound } from "@/lib/kernel/errors";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { secretPurpose } from "@/lib/terms/outbound-webhooks";
import type { RotateSecret } from "@/lib/terms/secrets";
import { requirePermission } from "@/lib/terms/users/roles";
import type { WebhookSecretRotated } from "./settings-schema";

/** How long deliveries carry the signature of a replaced secret too (docs/webhooks.md#signatures). */
const overlap = day;

/** For 24 hours deliveries are signed with the previous one too, unless `immediate`; one still in its own ends now. */
export async function rotateWebhookSecret(call: RealTimeCall<{ input: RotateSecret }>): Promise<WebhookSecretRotated> {
  const { actor, input, realNow } = call;
  requirePermission(actor, rotateWebhookSecret.permission);
  const secret = newWebhookSecret();
  const previous = input.immediate
    ? { previousSecret: null, previousSecretUntil: null }
    : { previousSecret: sql`${webhookEndpoints.secret}`, previousSecretUntil: later(realNow, overlap) };
  return transaction(async () => {
    const [endpoint] = await db()
      .update(webhookEndpoints)
      .set({ secret: encrypt(secretPurpose, secret), rotatedAt: realNow, ...previous })
      .where(inTenant(webhookEndpoints, actor.tenant))
      .returning({ until: webhookEndpoints.previousSecretUntil });
    if (!endpoint) throw notFound("webhook endpoint");
    const subjectId = actor.tenant.marketplaceId;
    await recordAudit({ actor, action: "webhook.rotate-secret", subjectId, now: realNow });
    return { secret, previousValidUntil: endpoint.until?.toISOString() ?? null };
  });
}
rotateWebhookSecret.errors = ["INSUFFICIENT_ROLE", "NOT_FOUND"] as const;
rotateWebhookSecret.permission = "change" as const;
