import { z } from "zod";
import { moment } from "@/lib/kernel/answer-fields";
import { cursorOf } from "@/lib/kernel/cursor";
import { fundingRequestStatus } from "./schema";

const cursor = cursorOf("fundingRequest", "a funding request");

export const fundingRequestCursor = z.object({ startingAfter: cursor.optional(), endingBefore: cursor.optional() });
export type FundingRequestCursor = z.output<typeof fundingRequestCursor>;

export const fundingRequestList = z.object({
  data: z.array(
    fundingRequestStatus.extend({
      financingTimeframeDays: z.int(),
      createdAt: moment,
      decidedAt: moment.nullable().describe("Null while it is PENDING"),
    }),
  ),
  hasMore: z.boolean(),
});
export type FundingRequestList = z.output<typeof fundingRequestList>;
