import { eq } from "drizzle-orm";
import type { z } from "zod";
import { db, transaction } from "@/db/client";
import { webhookEndpoints } from "@/db/schema/webhooks";
import { inTenant } from "@/db/tenancy";
import type { Call } from "@/lib/kernel/call";
import { CodedError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { laneOf } from "@/lib/kernel/lane";
import { secretsInForce } from "@/lib/kernel/secrets";
import type { RealTime } from "@/lib/kernel/time";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { allowsLocal } from "@/lib/platform/egress/address-policy";
import { type testEvent, testEventType } from "@/lib/terms/events/test-event";
import { eventApiVersion, secretPurpose } from "@/lib/terms/outbound-webhooks";
import { requirePermission } from "@/lib/terms/users/roles";
import type { TestSent } from "./delivery-schema";
import { constantHeaders, post } from "./post-webhook";
import { isAcknowledged } from "./retry-policy";
import { signatureHeaders } from "./sign-webhook";

/**
 * Sends an event about nothing to the tenant's endpoint, also to one that is disabled, and tells what came of it. An
 * answer is noted with the endpoint; the event is neither kept nor repeated, and a failure has no consequences. Not inside a transaction.
 * @param call.deadlineMs for the whole exchange.
 */
export async function sendTestEvent(call: Call<{ realNow: RealTime; deadlineMs?: number }>): Promise<TestSent> {
  const { actor, now, realNow, deadlineMs } = call;
  const { tenant } = actor;
  requirePermission(actor, sendTestEvent.permission);
  const [endpoint] = await db().select().from(webhookEndpoints).where(inTenant(webhookEndpoints, tenant));
  if (!endpoint) throw new CodedError("WEBHOOK_NOT_REGISTERED", "There is no webhook endpoint. Register one first.");
  const { url } = endpoint;
  const eventId = newId("event");
  const event: z.input<typeof testEvent.body> = {
    event: testEventType,
    event_id: eventId,
    timestamp: now.toISOString(),
    api_version: eventApiVersion,
    environment: tenant.environment,
    message: "A test of this endpoint. Nothing has happened.",
  };
  const body = JSON.stringify(event);
  const secrets = secretsInForce(secretPurpose, endpoint, realNow);
  const headers = signatureHeaders({ eventId, body, secrets, at: realNow });
  const receiver = laneOf(tenant);
  const exchange = await post({ url, body, headers, receiver, allowLocal: allowsLocal(tenant), deadlineMs });
  const acknowledged = isAcknowledged(exchange);
  const detail = { outcome: acknowledged ? "acknowledged" : "failed" };
  await transaction(async () => {
    // Unless the endpoint has another address by now.
    const tried = inTenant(webhookEndpoints, tenant, eq(webhookEndpoints.url, url));
    if (acknowledged) await db().update(webhookEndpoints).set({ answeredAt: realNow }).where(tried);
    await recordAudit({ actor, action: "webhook.test", detail, subjectId: tenant.marketplaceId, now });
  });
  return {
    eventId,
    url,
    acknowledged,
    requestHeaders: { ...constantHeaders, ...headers },
    requestBody: body,
    responseStatus: exchange.status,
    responseBody: exchange.body,
    error: exchange.error,
    durationMs: exchange.durationMs,
  };
}
sendTestEvent.errors = ["INSUFFICIENT_ROLE", "WEBHOOK_NOT_REGISTERED"] as const;
sendTestEvent.permission = "change" as const;
