import { z } from "zod";
import { commonFields } from "./event-fields";

/** The type of an event about nothing. No endpoint subscribes to it: it is sent when somebody asks for one. */
export const testEventType = "webhook.test";

const { event_id, timestamp, api_version, environment } = commonFields;

/** It is about no merchant, so that it has no place in a merchant's sequence. */
export const testEventBody = z.object({
  event: z.literal(testEventType),
  event_id,
  timestamp,
  api_version,
  environment,
  message: z.string(),
});

/** As the OpenAPI document shows it. */
export const testEvent = {
  summary: "Somebody tests the webhook endpoint",
  description:
    "Sent from the dashboard to see whether the endpoint answers and verifies signatures. It tells of nothing: " +
    "acknowledge it like any other.",
  body: testEventBody,
};
