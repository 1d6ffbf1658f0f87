import { fundingEvents } from "@/lib/funding/events";
import type { Webhooks } from "@/lib/http/openapi";
import { kycEvents } from "@/lib/kyc/events";
import { loanEvents } from "@/lib/loans/events";
import { merchantEvents } from "@/lib/merchants/events";
import { type EventType, eventTypes } from "@/lib/webhooks/outbound/constants";
import { type EventDescription, eventBody } from "@/lib/webhooks/outbound/event-payloads";

/** Every event that is sent, from the nouns that send them: one that none describes does not compile. */
const descriptions: { [Type in EventType]: EventDescription } = {
  ...merchantEvents,
  ...kycEvents,
  ...fundingEvents,
  ...loanEvents,
};

/** The whole body of an event. */
export const bodyOf = (type: EventType) => eventBody(type, descriptions[type]);

/** What the service sends by itself, as the document shows it. */
export const webhooks: Webhooks = Object.fromEntries(
  eventTypes.map((type) => [type, { ...descriptions[type], body: bodyOf(type) }]),
);
