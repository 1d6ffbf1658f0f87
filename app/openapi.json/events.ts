import type { Webhooks } from "@/lib/edge/openapi/sending";
import { allEvents, bodyOf, eventTypes, exampleOf } from "@/lib/terms/events/all-events";
import { testEvent, testEventType } from "@/lib/terms/events/test-event";

export const webhooks: Webhooks = {
  ...Object.fromEntries(
    eventTypes.map((type) => [type, { ...allEvents[type], body: bodyOf(type), example: exampleOf(type) }]),
  ),
  [testEventType]: testEvent,
};
