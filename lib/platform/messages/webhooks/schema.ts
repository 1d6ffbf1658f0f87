import { z } from "zod";
import { cursorOf } from "@/lib/kernel/cursor";
import { parseUrl } from "@/lib/kernel/parse-url";
import { foreignId, oneOf, text, timestamp } from "@/lib/kernel/validation";
import { eventTypes } from "@/lib/terms/events/all-events";
import { deliveryStatuses, endpointStatuses } from "@/lib/terms/outbound-webhooks";

/** Which schemes and hosts are allowed depends on the environment: `registerEndpoint` looks, and every connection. */
const endpointUrl = text(2048).pipe(
  z.string().superRefine((value, context) => {
    const url = parseUrl(value);
    const issue = (message: string) => context.addIssue({ code: "custom", message });
    if (!url || /[\s\p{Cc}\\]/u.test(value) || url.hostname.includes("*")) issue("Must be a valid URL");
    else if (url.username || url.password) issue("Must not contain credentials");
    else if (value.includes("#")) issue("Must not contain a fragment");
  }),
);

export const registerEndpointBody = z
  .object({
    url: endpointUrl,
    events: z
      .array(oneOf(eventTypes), "Must be an array")
      .min(1, "Must name at least one event; leave it out for all")
      .transform((names) => [...new Set(names)])
      .nullish()
      .transform((names) => names ?? null),
  })
  .meta({ sample: { url: "https://shop.example.com/hooks", events: ["kyc.approved", "loan.approved"] } });
export type RegisterEndpoint = z.output<typeof registerEndpointBody>;

/** `events` null: all, also those of later versions. */
export const endpointAnswer = z.object({
  url: z.string(),
  events: z.array(z.enum(eventTypes)).nullable(),
  status: z.enum(endpointStatuses),
});
export type EndpointAnswer = z.output<typeof endpointAnswer>;

/** The secret is shown only when the endpoint is first created. */
export const endpointRegistered = endpointAnswer.extend({ secret: z.string().optional() });
export type EndpointRegistered = z.output<typeof endpointRegistered>;

const eventCursor = cursorOf("event", "an event");

export const eventFilters = z.object({
  event: oneOf(eventTypes).optional().describe("Only events of this type"),
  merchantId: foreignId().optional().describe("merchantId or thirdPartyCustomerId"),
  deliveryStatus: oneOf(deliveryStatuses).optional().describe("Only events whose delivery stands like this"),
  startingAfter: eventCursor.optional(),
  endingBefore: eventCursor.optional(),
});
export type EventFilters = z.output<typeof eventFilters>;

export const attemptAnswer = z.object({
  at: z.iso.datetime(),
  responseStatus: z.int().nullable(),
  error: z.string().nullable(),
  durationMs: z.int(),
});

export const eventAnswer = z
  .object({
    id: z.string(),
    event: z.enum(eventTypes).meta({ id: "EventType" }),
    merchantId: z.string(),
    thirdPartyCustomerId: z.string().nullable(),
    occurredAt: z.iso.datetime(),
    /** Counts the events of one merchant, from 1. */
    sequence: z.int(),
    payload: z.record(z.string(), z.unknown()),
    delivery: z.object({
      id: z.string(),
      status: z.enum(deliveryStatuses),
      /** Of the current round; sending again begins a new one. */
      attempts: z.int(),
      nextAttemptAt: z.iso.datetime().nullable(),
      lastAttempt: attemptAnswer.nullable(),
    }),
  })
  .meta({ id: "SentEvent" });
export type EventAnswer = z.output<typeof eventAnswer>;

export const eventList = z.object({ data: z.array(eventAnswer), hasMore: z.boolean() });
export type EventList = z.output<typeof eventList>;

/** From (inclusive), to (exclusive). */
export const redeliverRangeBody = z
  .object({ from: timestamp, to: timestamp, deliveryStatus: oneOf(deliveryStatuses).optional() })
  .refine((range) => range.from < range.to, { path: ["to"], error: "Must be later than from" })
  .meta({ sample: { from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00+01:00" } });
export type RedeliverRange = z.output<typeof redeliverRangeBody>;

export const rangeRedelivered = z.object({ redelivered: z.int() });
