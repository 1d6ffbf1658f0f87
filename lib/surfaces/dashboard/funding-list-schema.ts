import { z } from "zod";
import { cursorOf, cutOnce } from "@/lib/kernel/cursor";
import { eventDate, text } from "@/lib/kernel/validation";
import { failureReasons, fundingStatuses } from "@/lib/terms/funding/constants";

const cursor = cursorOf("fundingRequest", "a funding request").optional().catch(undefined);
const date = eventDate.optional().catch(undefined);

/** What the address of the list of funding requests may ask for. Anything else in it is ignored: people edit addresses. */
export const fundingListQuery = z
  .object({
    /** The id of a request, or parts of its merchant's name or id. */
    q: text(100).optional().catch(undefined),
    status: z.enum(fundingStatuses).optional().catch(undefined),
    reason: z.enum(failureReasons).optional().catch(undefined),
    /** First and last day of the requests, in Lagos. */
    from: date,
    to: date,
    startingAfter: cursor,
    endingBefore: cursor,
  })
  .overwrite(cutOnce);
export type FundingListQuery = z.output<typeof fundingListQuery>;
