import { z } from "zod";
import { commonFields, commonSample } from "./event";

/** The type of an event about nothing. No endpoint subscribes to it: it is sent when somebody asks for one. */
export const testEventType = "webhook.test";

// It is about no merchant, so that it has no place in a merchant's sequence.
const shared = { event_id: true, timestamp: true, api_version: true, environment: true } as const;
const common = z.object(commonFields).pick(shared);

export const testEvent = {
  summary: "Somebody tests the webhook endpoint",
  description:
    "Sent from the dashboard to see whether the endpoint answers and verifies signatures. It tells of nothing: " +
    "acknowledge it like any other.",
  body: z.object({ event: z.literal(testEventType), ...common.shape, message: z.string() }),
  example: {
    event: testEventType,
    ...common.parse(commonSample),
    message: "A test of this endpoint. Nothing has happened.",
  },
};
