import type { z } from "zod";
import { CodedError, type ErrorCode, type FieldError } from "@/lib/errors";
import { log } from "@/lib/log";
import { camelCased, snakePath } from "@/lib/snake-case";
import type { BusinessTime } from "@/lib/time";
import { keepRefusal } from "@/lib/webhooks/inbound/keep-refusal";
import { acknowledgement } from "@/lib/webhooks/inbound/schema";
import { type Receipt, toAcknowledgement } from "@/lib/webhooks/inbound/serialize";
import { parseJson, validate } from "./body";
import { problems } from "./problem";
import { type Route, route } from "./route";
import { type WebhookActor, webhookSignature } from "./webhook-signature";

/** What every event says of itself, wherever its headers say it too. */
type Event = { eventId: string; marketplace: { id: string } };

/** What an inbound webhook says of itself; the rest is the same for all of them. */
type Declaration<Input extends Event> = {
  operationId: string;
  summary: string;
  description: string;
  /** Takes snake_case, gives camelCase; see `lib/snake-case.ts`. */
  body: z.ZodType<Input>;
  /** Coded errors that the verb adds. */
  errors: readonly ErrorCode[];
  /** The verb. `raw` is the whole body as parsed, unknown fields too, with its names in camelCase. */
  receive: (call: { actor: WebhookActor; input: Input; raw: unknown; now: BusinessTime }) => Promise<Receipt>;
};

/**
 * Makes a route handler of an inbound webhook: signature, rate, then the body, which is read here and not by `route`, so that
 * whatever an authentic webhook is refused for is kept, malformed JSON too.
 */
export function webhookRoute<Input extends Event>(declaration: Declaration<Input>): Route {
  const { body: schema, receive, ...described } = declaration;
  return route({
    ...described,
    shownBody: schema,
    auth: webhookSignature,
    rate: "write",
    headers,
    answers: { 200: { description: "Received: the same answer each time it is sent", body: acknowledgement } },
    async handle({ actor, bytes, request, now, realNow }) {
      try {
        const sent = parsed(bytes, request.headers);
        const input = validate(schema, sent, "body");
        requireAgreement(request.headers, input);
        const receipt = await receive({ actor, input, raw: camelCased(sent), now });
        return { status: 200, body: toAcknowledgement(receipt) };
      } catch (thrown) {
        const error = asSent(thrown);
        if (error instanceof CodedError && keptStatuses.includes(problems[error.code].status)) {
          const refused = { tenant: actor.tenant, operation: described.operationId, error, bytes, realNow };
          // The sender is told what is wrong with the webhook, whether or not we could make a note of it.
          await keepRefusal(refused).catch((fault: unknown) => log.error("a refused webhook was not kept", fault));
        }
        throw error;
      }
    },
  });
}

/** Malformed, about nothing we know, in conflict with what we have (docs/webhooks.md#refused-webhooks). */
const keptStatuses = [400, 404, 409];

const headers = {
  "X-Marketplace-Timestamp": {
    description: "Unix timestamp in seconds of sending; part of what is signed",
    required: true,
  },
  "X-Marketplace-Id": { description: "The marketplace's id, that of the body", required: true },
  "X-Marketplace-Event-Id": { description: "The event's id, that of the body", required: false },
};

function parsed(bytes: Uint8Array, headers: Headers): unknown {
  const encoding = headers.get("content-encoding") ?? "";
  if (!/^(identity)?$/i.test(encoding)) {
    throw new CodedError("MALFORMED_JSON", "The body must be JSON as it is: leave out Content-Encoding.");
  }
  return parseJson(bytes);
}

/**
 * Nothing but signed data decides: the headers that are not signed have to agree with the body.
 * @throws CodedError VALIDATION_FAILED
 */
function requireAgreement(headers: Headers, event: Event): void {
  const fields: FieldError[] = [];
  if (headers.get("x-marketplace-id") !== event.marketplace.id) {
    fields.push({ field: "marketplace.id", error: "Must be that of the header X-Marketplace-Id" });
  }
  const eventId = headers.get("x-marketplace-event-id");
  // A header arrives as one character a byte: an id beyond ASCII has to be read as the UTF-8 that it is.
  if (eventId && eventId !== event.eventId && Buffer.from(eventId, "latin1").toString("utf8") !== event.eventId) {
    fields.push({ field: "event_id", error: "Must be that of the header X-Marketplace-Event-Id" });
  }
  if (fields.length > 0)
    throw new CodedError("VALIDATION_FAILED", "The headers say something else than the body.", { fields });
}

/** What the verb found wrong, by the names that the sender wrote. */
function asSent(error: unknown): unknown {
  if (!(error instanceof CodedError) || error.fields.length === 0) return error;
  const fields = error.fields.map(({ field, error }) => ({ field: snakePath(field), error }));
  return new CodedError(error.code, error.message, { fields });
}
