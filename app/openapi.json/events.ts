import { fundingEvents } from "@/lib/funding/events";
import { kycEvents } from "@/lib/kyc/events";
import { loanEvents } from "@/lib/loans/events";
import { merchantEvents } from "@/lib/merchants/events";
import type { Webhooks } from "@/lib/openapi/sending";
import { type EventType, eventTypes } from "@/lib/webhooks/outbound/constants";
import { type EventDescription, eventBody } from "@/lib/webhooks/outbound/event-payloads";
import { testEvent, testEventType } from "@/lib/webhooks/outbound/test-event";

/** An event that no noun describes does not compile. */
const descriptions: { [Type in EventType]: EventDescription } = {
  ...merchantEvents,
  ...kycEvents,
  ...fundingEvents,
  ...loanEvents,
};

/** What happened, in a line. */
export const summaryOf = (type: EventType): string => descriptions[type].summary;

/** The whole body of an event. */
export const bodyOf = (type: EventType) => eventBody(type, descriptions[type]);

/** The events as the document shows them. */
export const webhooks: Webhooks = {
  ...Object.fromEntries(eventTypes.map((type) => [type, { ...descriptions[type], body: bodyOf(type) }])),
  [testEventType]: testEvent,
};
