import { eq, isNotNull, lte } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { deliveries, webhookEndpoints } from "@/db/schema/webhooks";
import { inTenant } from "@/db/tenancy";
import { later } from "@/lib/kernel/calendar";
import type { Call } from "@/lib/kernel/call";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { queueStaffMail } from "@/lib/platform/messages/mails/queue-mail";
import type { DisabledReason } from "@/lib/terms/outbound-webhooks";
import { findEndpoint } from "./queries";
import { failingLimit } from "./retry-policy";

type Disable = Call<{ input: { url: string; reason: DisabledReason } }>;

/**
 * Stops sending to an endpoint: pending deliveries fail (and can be sent again), and the marketplace gets a mail. Does
 * nothing when the endpoint has meanwhile been registered again, disabled, or has answered.
 * @param call.input.url that of the attempt that led here.
 * @returns whether it is disabled now.
 */
export async function disableEndpoint({ actor, input, now }: Disable): Promise<boolean> {
  const { tenant } = actor;
  return transaction(async () => {
    // Locked in the order in which outcomes are recorded: deliveries by id, then the endpoint.
    const waiting = inTenant(deliveries, tenant, isNotNull(deliveries.dueAt));
    await db().select({ id: deliveries.id }).from(deliveries).where(waiting).orderBy(deliveries.id).for("update");
    const [endpoint] = await db()
      .update(webhookEndpoints)
      .set({ status: "DISABLED", disabledReason: input.reason, updatedAt: now })
      .where(
        inTenant(
          webhookEndpoints,
          tenant,
          eq(webhookEndpoints.status, "ENABLED"),
          eq(webhookEndpoints.url, input.url),
          input.reason === "FAILING" ? lte(webhookEndpoints.failingSince, later(now, -failingLimit)) : undefined,
        ),
      )
      .returning({ url: webhookEndpoints.url });
    if (!endpoint) return (await findEndpoint(tenant))?.status === "DISABLED";

    // The lease stays: an attempt under way may still be recorded as delivered.
    await db().update(deliveries).set({ status: "FAILED", dueAt: null, finishedAt: now }).where(waiting);
    const detail = { reason: input.reason };
    await recordAudit({ actor, action: "webhook.disable", detail, subjectId: tenant.marketplaceId, now });
    const { origin } = new URL(endpoint.url);
    await queueStaffMail({ tenant, kind: "ENDPOINT_DISABLED", origin, reason: input.reason, now });
    return true;
  });
}
