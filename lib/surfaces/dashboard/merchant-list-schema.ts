import { z } from "zod";
import { cursorOf, cutOnce } from "@/lib/kernel/cursor";
import { text } from "@/lib/kernel/validation";
import { connectionStatuses } from "@/lib/terms/connections";
import { publicKycStatuses } from "@/lib/terms/kyc/states";
import { loanStatuses } from "@/lib/terms/loans/states";
import { riskTiers } from "@/lib/terms/scoring/constants";

/** What a merchant without a score, or without a loan, is found by. */
export const nothing = "NONE";

const cursor = cursorOf("merchant", "a merchant").optional().catch(undefined);

/** What the address of the merchants' list may ask for. Anything else in it is ignored: people edit addresses. */
export const merchantListQuery = z
  .object({
    /** Parts of its name or of its id at the marketplace, in any order; or its id here. */
    q: text(100).optional().catch(undefined),
    connection: z.enum(connectionStatuses).optional().catch(undefined),
    kyc: z.enum(publicKycStatuses).optional().catch(undefined),
    tier: z
      .enum([...riskTiers, nothing])
      .optional()
      .catch(undefined),
    /** Whether it has a loan in this state. */
    loans: z
      .enum([...loanStatuses, nothing])
      .optional()
      .catch(undefined),
    startingAfter: cursor,
    endingBefore: cursor,
  })
  .overwrite(cutOnce);
export type MerchantListQuery = z.output<typeof merchantListQuery>;

const eventCursor = cursorOf("event", "an event").optional().catch(undefined);

/** Where the events of a merchant's page are cut. */
export const merchantEventsQuery = z
  .object({ startingAfter: eventCursor, endingBefore: eventCursor })
  .overwrite(cutOnce);
