import { z } from "zod";
import { id } from "@/lib/webhooks/outbound/event-fields";
import type { EventDescriptions, PayloadsOf } from "@/lib/webhooks/outbound/event-payloads";

export const merchantEvents = {
  "merchant.created": {
    summary: "A merchant was created through the API",
    description: "Keep `merchant.service_id`. Sent once, for the first call that creates the merchant.",
    payload: z.object({ connection_id: id("con") }),
  },
} satisfies EventDescriptions;

declare global {
  interface EventPayloads extends PayloadsOf<typeof merchantEvents> {}
}
