import { db } from "@/db/client";
import { webhookEndpoints } from "@/db/schema/webhooks";
import { inTenant } from "@/db/tenancy";
import type { Actor } from "@/lib/kernel/actor";
import { notFound } from "@/lib/kernel/errors";
import type { RealTime } from "@/lib/kernel/time";
import { disabledReasons } from "@/lib/terms/outbound-webhooks";
import { addressFor } from "./address-for";
import type { WebhookSettings } from "./settings-schema";

/** The webhook endpoint of the actor's tenant, without its secret. */
export async function readWebhookSettings(actor: Actor, realNow: RealTime): Promise<WebhookSettings> {
  const settings = await findWebhookSettings(actor, realNow);
  if (!settings) throw notFound("webhook endpoint");
  return settings;
}
readWebhookSettings.errors = ["NOT_FOUND"] as const;

/** The same; undefined before one is registered. */
export async function findWebhookSettings(actor: Actor, realNow: RealTime): Promise<WebhookSettings | undefined> {
  const [endpoint] = await db().select().from(webhookEndpoints).where(inTenant(webhookEndpoints, actor.tenant));
  if (!endpoint) return undefined;
  const { url, events, status, failingSince, answeredAt, rotatedAt, previousSecretUntil: until } = endpoint;
  return {
    url: addressFor(actor, url),
    events,
    status,
    disabledReason: disabledReasons.find((reason) => reason === endpoint.disabledReason) ?? null,
    failingSince: failingSince?.toISOString() ?? null,
    answeredAt: answeredAt?.toISOString() ?? null,
    rotatedAt: rotatedAt?.toISOString() ?? null,
    previousValidUntil: until && until > realNow ? until.toISOString() : null,
  };
}
