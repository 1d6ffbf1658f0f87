import type { z } from "zod";
import { type ErrorCode, errors } from "@/lib/kernel/error-codes";
import { CodedError, type FieldError } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/log";
import { camelCased, snakePath } from "@/lib/kernel/snake-case";
import type { BusinessTime } from "@/lib/kernel/time";
import { keepRefusal } from "@/lib/platform/inbound/keep-refusal";
import type { Acknowledgement } from "@/lib/platform/inbound/schema";
import { acknowledgement } from "@/lib/platform/inbound/schema";
import { parseBody, validate } from "./body";
import { type Route, route } from "./route";
import { type WebhookActor, webhookSignature } from "./webhook-signature";

/** Fields of every event that its headers repeat. */
type Event = { eventId: string; marketplace: { id: string } };

type Declaration<Input extends Event> = {
  operationId: string;
  summary: string;
  description: string;
  /** Takes snake_case, gives camelCase; see `lib/kernel/snake-case.ts`. */
  body: z.ZodType<Input>;
  errors: readonly ErrorCode[];
  /** The verb. `raw` is the whole body, including unknown fields, with names in camelCase. */
  receive: (call: { actor: WebhookActor; input: Input; raw: unknown; now: BusinessTime }) => Promise<Receipt>;
};

/**
 * A route for an inbound webhook. The body is parsed here and not by `route`, so that every refusal of an authentic
 * webhook is kept, even for malformed JSON. What is signed is the body as it was before compression.
 */
export function webhookRoute<Input extends Event>(declaration: Declaration<Input>): Route {
  const { body: schema, receive, ...described } = declaration;
  return route({
    ...described,
    documentedBody: schema,
    auth: webhookSignature,
    rate: "write",
    headers,
    answers: { 200: { description: "Received; the same answer each time it is sent", body: acknowledgement } },
    async handle({ actor, bytes, request, now, realNow }) {
      try {
        const sent = parseBody(bytes, request.headers);
        const input = validate(schema, sent, "body");
        requireAgreement(request.headers, input);
        const receipt = await receive({ actor, input, raw: camelCased(sent), now });
        return { status: 200, body: toAcknowledgement(receipt) };
      } catch (thrown) {
        const error = asSent(thrown);
        if (error instanceof CodedError && keptStatuses.includes(errors[error.code].status)) {
          const refused = { tenant: actor.tenant, operation: described.operationId, error, bytes, realNow };
          // The sender gets the original error even when the refusal could not be kept.
          await keepRefusal(refused).catch((fault: unknown) => log.error("a refused webhook was not kept", fault));
        }
        throw error;
      }
    },
  });
}

/** Malformed, no JSON, about something unknown, or in conflict with stored data (docs/webhooks.md#refused-webhooks). */
const keptStatuses = [400, 404, 409, 415];

const headers = {
  "X-Marketplace-Timestamp": {
    description: "Unix seconds of sending; part of what is signed",
    required: true,
  },
  "X-Marketplace-Id": { description: "The marketplace's id, as in the body", required: true },
  "X-Marketplace-Event-Id": { description: "The event's id, as in the body", required: false },
};

/** Only signed data counts: headers that are not signed must agree with the body. */
function requireAgreement(headers: Headers, event: Event): void {
  const fields: FieldError[] = [];
  if (headers.get("x-marketplace-id") !== event.marketplace.id) {
    fields.push({ field: "marketplace.id", error: "Must match the header X-Marketplace-Id" });
  }
  const eventId = headers.get("x-marketplace-event-id");
  // Headers arrive with one character per byte: a non-ASCII id must be decoded as UTF-8.
  if (eventId && eventId !== event.eventId && Buffer.from(eventId, "latin1").toString("utf8") !== event.eventId) {
    fields.push({ field: "event_id", error: "Must match the header X-Marketplace-Event-Id" });
  }
  if (fields.length > 0) throw new CodedError("VALIDATION_FAILED", "The headers do not match the body.", { fields });
}

/** A verb's error, with fields named as the sender wrote them. */
function asSent(error: unknown): unknown {
  if (!(error instanceof CodedError) || error.fields.length === 0) return error;
  const fields = error.fields.map(({ field, error }) => ({ field: snakePath(field), error }));
  return new CodedError(error.code, error.message, { fields });
}

/** What was stored of an inbound webhook when its event was first received. */
type Receipt = { id: string; eventId: string; receivedAt: Date };

function toAcknowledgement({ id, eventId, receivedAt }: Receipt): Acknowledgement {
  return { status: "received", event_id: eventId, service_reference: id, received_at: receivedAt.toISOString() };
}
