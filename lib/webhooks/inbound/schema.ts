import { z } from "zod";
import { cursorOf } from "@/lib/cursor";

/** Answer to every inbound webhook: the first time and each time after it the same. */
export const acknowledgement = z.object({
  status: z.literal("received"),
  event_id: z.string(),
  service_reference: z.string().describe("The service's own id of what was received: rep_… or set_…"),
  received_at: z.iso.datetime().describe("When the event came for the first time"),
});
export type Acknowledgement = z.output<typeof acknowledgement>;

const cursor = cursorOf("refusal", "a refused webhook");

/** Query of `GET /refused-webhooks`, without the part that every list has. */
export const refusalCursors = z.object({ startingAfter: cursor.optional(), endingBefore: cursor.optional() });
export type RefusalCursors = z.output<typeof refusalCursors>;

/** A webhook that was authentic and could not be taken. */
const refusal = z.object({
  id: z.string(),
  operation: z.string().describe("The operationId it was sent to"),
  code: z.string().describe("The error code it was answered with"),
  detail: z.string().describe("What was wrong, with every wrong field"),
  receivedAt: z.iso.datetime(),
});

/** Answer of `GET /refused-webhooks`. */
export const refusalList = z.object({ data: z.array(refusal), hasMore: z.boolean() });
export type RefusalList = z.output<typeof refusalList>;
