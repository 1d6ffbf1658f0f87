import { z } from "zod";
import { commonFields, commonSample } from "./event";
import { fundingEvents } from "./funding";
import { kycEvents } from "./kyc";
import { loanEvents } from "./loans";
import { merchantEvents } from "./merchants";

export const allEvents = { ...merchantEvents, ...kycEvents, ...fundingEvents, ...loanEvents };

export type EventType = keyof typeof allEvents;
export const eventTypes = Object.keys(allEvents) as EventType[];

export type EventPayload<Type extends EventType> = z.input<(typeof allEvents)[Type]["payload"]>;

/** The whole body of an event. Objects are open: a later version may add to them. */
export function bodyOf(type: EventType): z.ZodObject {
  return z.object({ event: z.literal(type), ...commonFields, ...allEvents[type].payload.shape });
}

export function exampleOf(type: EventType) {
  return { event: type, ...commonSample, ...allEvents[type].sample };
}
