import type { Webhooks } from "@/lib/edge/openapi/sending";
import { fundingEvents } from "@/lib/lending/funding/events";
import { loanEvents } from "@/lib/loans/loans/events";
import { kycEvents } from "@/lib/merchants/kyc/events";
import { merchantEvents } from "@/lib/merchants/merchants/events";
import { type EventDescription, eventBody } from "@/lib/platform/messages/webhooks/event-payloads";
import { testEvent, testEventType } from "@/lib/platform/messages/webhooks/test-event";
import { type EventType, eventTypes } from "@/lib/terms/outbound-webhooks";

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
