import { tenantOf } from "@/lib/kernel/actor";
import { second } from "@/lib/kernel/calendar";
import * as clock from "@/lib/kernel/clock";
import { laneOf } from "@/lib/kernel/lane";
import { log } from "@/lib/kernel/log";
import { secretsInForce } from "@/lib/kernel/secrets";
import type { BusinessTime, RealTime } from "@/lib/kernel/time";
import { inSpan } from "@/lib/kernel/tracing/in-span";
import { allowsLocal } from "@/lib/platform/egress/address-policy";
import { note } from "@/lib/platform/metrics/metrics";
import { secretPurpose } from "@/lib/terms/outbound-webhooks";
import { type ClaimedWork, takeClaimed } from "./claimed-deliveries";
import { disableEndpoint } from "./disable-endpoint";
import { giveBack } from "./give-back-delivery";
import { post } from "./post-webhook";
import { inTurn } from "./receiver-places";
import { recordOutcome } from "./record-outcomes";
import { type Exchange, outcomeOf } from "./retry-policy";
import { signatureHeaders } from "./sign-webhook";

/**
 * Makes one attempt at a delivery that this process has claimed, and records the outcome. Delivery is at least once: if
 * the process dies in between, another worker claims the delivery after the lease. Not inside a transaction.
 * @param deadlineMs for the whole exchange.
 * @returns when to retry, in business time, or null.
 */
export async function deliver(
  deliveryId: string,
  businessTime: () => BusinessTime = clock.businessClock(0),
  deadlineMs?: number,
): Promise<BusinessTime | null> {
  const work = takeClaimed(deliveryId);
  if (!work) return null;
  const tenant = tenantOf(work);
  const { url, body, attempts, leasedUntil, failingSince, eventId } = work;
  const receiver = laneOf(tenant);

  let startedAt: BusinessTime | undefined;
  let headers: Record<string, string> | null = null;
  const exchange = await inTurn(receiver, failingSince !== null, async () => {
    startedAt = businessTime();
    headers = signed(work, receiver, clock.now());
    if (!headers) return unsigned;
    const given = { url, body, headers, receiver, allowLocal: allowsLocal(tenant), deadlineMs };
    return inSpan({ name: "receiver", kind: "call", attributes: { "mfis.event": eventId } }, async (span) => {
      const answered = await post(given);
      span?.set({ "http.response.status_code": answered.status ?? 0 });
      return answered;
    });
  });
  if (!exchange || !startedAt) {
    await giveBack(work);
    return null;
  }

  const endedAt = businessTime();
  const outcome = outcomeOf({ number: attempts + 1, exchange, failingSince, endedAt });
  const answer = exchange.status === null ? "none" : `${Math.floor(exchange.status / 100)}xx`;
  const { environment } = tenant;
  note("mfis_delivery_attempts_total", { environment, outcome: outcomeNames[outcome.status], answer });
  note("mfis_delivery_duration_seconds", { answer }, exchange.durationMs / 1000);
  const attempt = { deliveryId, attempts, leasedUntil, url, headers, startedAt, endedAt, exchange, outcome };
  const recorded = await recordOutcome(attempt);
  if (!recorded) return null;
  if (outcome.disable) {
    const actor = { kind: "job", tenant, task: "deliver-webhook" } as const;
    const disabled = await disableEndpoint({ actor, input: { url, reason: outcome.disable }, now: endedAt });
    if (disabled) return null;
  }
  return outcome.dueAt;
}

const outcomeNames = { DELIVERED: "delivered", PENDING: "retried", FAILED: "failed" };

/** An event that cannot be signed counts as a failed attempt, so that people see it and it is retried. */
const unsigned: Exchange = {
  status: null,
  body: null,
  error: "the event could not be signed: a fault of this service, please report it",
  durationMs: 0,
  retryAfterMs: null,
};

/** Receivers with secrets that cannot be decrypted, already logged by this process. */
const reported = new Set<string>();

/** Null when the endpoint's secrets cannot be decrypted, because their key has left the ring. */
function signed(work: ClaimedWork, receiver: string, at: RealTime) {
  const { eventId, body } = work;
  try {
    return signatureHeaders({ eventId, body, secrets: secretsOf(work, at), at });
  } catch (error) {
    if (!reported.has(receiver))
      log.error("the secrets of a webhook endpoint cannot be decrypted", error, { receiver });
    reported.add(receiver);
    return null;
  }
}

const keepSecretsFor = 5 * second;
const mostSecrets = 1_000;

/** Decrypted secrets, by what they were decrypted from: a receiver's deliveries come many at a time. */
const opened = new Map<string, string[]>();

function secretsOf(work: ClaimedWork, at: RealTime): string[] {
  const known = opened.get(work.secret);
  if (known && !work.previousSecret) return known;
  const secrets = secretsInForce(secretPurpose, work, at);
  // Which of two are in force changes with time.
  if (work.previousSecret || opened.size >= mostSecrets) return secrets;
  if (opened.size === 0) setTimeout(() => opened.clear(), keepSecretsFor).unref();
  opened.set(work.secret, secrets);
  return secrets;
}
