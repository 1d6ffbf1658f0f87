import { z } from "zod";
import type { EventType } from "@/lib/terms/outbound-webhooks";
import { commonFields } from "./event-fields";

/** When it is sent, what to do about it, and its own fields. */
export type EventDescription = { summary: string; description: string; payload: z.ZodObject };

export type EventDescriptions = { [Type in EventType]?: EventDescription };

export type PayloadsOf<Events extends EventDescriptions> = {
  [Type in keyof Events]: Events[Type] extends EventDescription ? z.input<Events[Type]["payload"]> : never;
};

declare global {
  /** Each noun adds its own in its `events.ts`, so nothing here depends on a noun. */
  interface EventPayloads {}
}

/** A type that no noun describes does not compile here. */
export type EventPayload<Type extends EventType> = EventPayloads[Type];

export type CommonFields = z.input<z.ZodObject<typeof commonFields>>;

/** The whole body of an event. Objects are open: a later version may add to them. */
export function eventBody(type: EventType, { payload }: EventDescription) {
  return z.object({ event: z.literal(type), ...commonFields, ...payload.shape });
}
