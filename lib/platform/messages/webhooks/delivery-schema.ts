import { z } from "zod";
import { cursorOf } from "@/lib/kernel/cursor";
import { foreignId, oneOf, text, timestamp } from "@/lib/kernel/validation";
import { eventTypes } from "@/lib/terms/events/all-events";
import { deliveryStatuses } from "@/lib/terms/outbound-webhooks";
import { attemptAnswer } from "./schema";

const deliveryCursor = cursorOf("delivery", "a delivery");

export const deliveryFilters = z.object({
  event: oneOf(eventTypes).optional().describe("Only deliveries of events of this type"),
  eventId: text(255).optional().describe("Only the delivery of this event"),
  merchantId: foreignId().optional().describe("merchantId or thirdPartyCustomerId"),
  status: oneOf(deliveryStatuses).optional().describe("Only deliveries that stand like this"),
  from: timestamp.optional().describe("Only of events that happened at this moment or later"),
  to: timestamp.optional().describe("Only of events that happened before this moment"),
  startingAfter: deliveryCursor.optional(),
  endingBefore: deliveryCursor.optional(),
});
export type DeliveryFilters = z.output<typeof deliveryFilters>;

export const deliveryAnswer = z
  .object({
    id: z.string(),
    eventId: z.string(),
    event: z.enum(eventTypes),
    merchantId: z.string(),
    thirdPartyCustomerId: z.string().nullable(),
    occurredAt: z.iso.datetime(),
    status: z.enum(deliveryStatuses),
    attempts: z.int().describe("Of the current round; sending again begins a new one"),
    nextAttemptAt: z.iso.datetime().nullable(),
    lastAttempt: attemptAnswer.nullable(),
  })
  .meta({ id: "Delivery" });
export type DeliveryAnswer = z.output<typeof deliveryAnswer>;

export const deliveryList = z.object({ data: z.array(deliveryAnswer), hasMore: z.boolean() });
export type DeliveryList = z.output<typeof deliveryList>;

const headers = z.record(z.string(), z.string());

const attemptDetail = attemptAnswer.extend({
  number: z.int().describe("Counts all attempts at this delivery, from 1"),
  url: z.string(),
  requestHeaders: headers.nullable().describe("As sent, signatures included; null when they were not kept"),
  responseBody: z.string().nullable().describe("At most the first 4 KiB"),
});

export const deliveryDetail = deliveryAnswer.extend({
  requestBody: z.string().describe("The body as it is sent, to the byte: what the signatures are over"),
  log: z.array(attemptDetail).describe("Every attempt, the latest first"),
});
export type DeliveryDetail = z.output<typeof deliveryDetail>;

/** For sending several again. */
export const deliveryIds = z
  .array(deliveryCursor, "Must be an array")
  .min(1, "Must name at least one delivery")
  .max(100, "Must be at most 100 deliveries")
  .transform((ids) => [...new Set(ids)]);

export const testSent = z.object({
  eventId: z.string(),
  url: z.string(),
  acknowledged: z.boolean().describe("Whether a whole 2xx answer came within 10 seconds"),
  requestHeaders: headers,
  requestBody: z.string(),
  responseStatus: z.int().nullable(),
  responseBody: z.string().nullable().describe("At most the first 4 KiB"),
  error: z.string().nullable().describe("Why no whole answer came"),
  durationMs: z.int(),
});
export type TestSent = z.output<typeof testSent>;
