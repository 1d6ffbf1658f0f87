import { z } from "zod";
import { cursorOf, cutOnce } from "@/lib/kernel/cursor";
import { eventDate, text } from "@/lib/kernel/validation";
import { eventTypes } from "@/lib/terms/events/all-events";
import { deliveryStatuses } from "@/lib/terms/outbound-webhooks";
import { outcomeNames } from "@/lib/terms/request-log";

const searched = text(255).optional().catch(undefined);
/** A day in Lagos. */
const day = eventDate.optional().catch(undefined);
const deliveryCursor = cursorOf("delivery", "a delivery").optional().catch(undefined);
const requestCursor = cursorOf("loggedRequest", "a request").optional().catch(undefined);

/** What the address of the list of deliveries may ask for. Anything else in it is ignored: people edit addresses. */
export const deliveryListQuery = z
  .object({
    /** The id of a delivery, an event or a merchant, or the marketplace's own id of a merchant. */
    q: searched,
    status: z.enum(deliveryStatuses).optional().catch(undefined),
    event: z.enum(eventTypes).optional().catch(undefined),
    from: day,
    to: day,
    startingAfter: deliveryCursor,
    endingBefore: deliveryCursor,
  })
  .overwrite(cutOnce);
export type DeliveryListQuery = z.output<typeof deliveryListQuery>;

/** The same for the list of requests. */
export const requestListQuery = z
  .object({
    /** A request id. */
    q: searched,
    outcome: z.enum(outcomeNames).optional().catch(undefined),
    operation: text(100).optional().catch(undefined),
    from: day,
    to: day,
    startingAfter: requestCursor,
    endingBefore: requestCursor,
  })
  .overwrite(cutOnce);
export type RequestListQuery = z.output<typeof requestListQuery>;
