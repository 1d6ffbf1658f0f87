import { eq, isNotNull, lte } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { deliveries, webhookEndpoints } from "@/db/schema/webhooks";
import { inTenant } from "@/db/tenancy";
import { later } from "@/lib/kernel/calendar";
import type { Call } from "@/lib/kernel/call";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { queueMail } from "@/lib/platform/messages/mails/queue-mail";
import type { DisabledReason } from "@/lib/terms/outbound-webhooks";
import { findEndpoint } from "./queries";
import { failingLimit } from "./retry-policy";

const reasonTexts: Record<DisabledReason, string> = {
  GONE: "it answered 410 Gone",
  FAILING: "every delivery to it failed for three days",
};

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
    const subject = `Your ${tenant.environment} webhook endpoint was disabled`;
    await queueMail({
      tenant,
      topic: "webhook",
      subject,
      body: mailBody(new URL(endpoint.url).origin, tenant.environment, input.reason),
      now,
    });
    return true;
  });
}

/** The rest of the address may be a secret, or text of anybody's choosing. */
function mailBody(origin: string, environment: string, reason: DisabledReason): string {
  return [
    `We no longer send ${environment} events to your endpoint at ${origin}, because ${reasonTexts[reason]}.`,
    "",
    "Events are still recorded. Once the endpoint works again:",
    "",
    "1. Register it again: PUT /api/v1/marketplace-api/webhook",
    "2. See what it missed: GET /api/v1/marketplace-api/events?deliveryStatus=FAILED (and NOT_SENT)",
    "3. Have it sent again: POST /api/v1/marketplace-api/events/redeliver",
  ].join("\n");
}
