import { z } from "zod";
import { cursorOf } from "@/lib/kernel/cursor";

/** The answer to an inbound webhook, the same each time it is sent. */
export const acknowledgement = z
  .object({
    status: z.literal("received"),
    event_id: z.string(),
    service_reference: z.string().describe("The service's own id of what was received: rep_… or set_…"),
    received_at: z.iso.datetime().describe("When the event was first received"),
  })
  .meta({ id: "ReportReceived" });
export type Acknowledgement = z.output<typeof acknowledgement>;

const cursor = cursorOf("refusal", "a refused webhook");

export const refusalCursors = z.object({ startingAfter: cursor.optional(), endingBefore: cursor.optional() });
export type RefusalCursors = z.output<typeof refusalCursors>;

const refusal = z.object({
  id: z.string(),
  operation: z.string().describe("The operationId it was sent to"),
  code: z.string().describe("The error code it was answered with"),
  detail: z.string().describe("What was wrong, with every wrong field"),
  receivedAt: z.iso.datetime(),
});

export const refusalList = z.object({ data: z.array(refusal), hasMore: z.boolean() });
export type RefusalList = z.output<typeof refusalList>;
