import { z } from "zod";
import { id, naira } from "@/lib/platform/messages/webhooks/event-fields";
import type { EventDescriptions, PayloadsOf } from "@/lib/platform/messages/webhooks/event-payloads";
import { type FundingStatus, failureReasons, purposes, tenors } from "@/lib/terms/funding/constants";
import { capReasons } from "@/lib/terms/scoring/constants";

function requestIn<const Status extends FundingStatus>(status: Status) {
  return z.object({
    id: id("fr"),
    amount_requested: naira,
    tenor_days: z.literal(tenors),
    purpose: z.enum(purposes),
    status: z.literal(status),
  });
}

/** The events of a funding request. Money in naira. */
export const fundingEvents = {
  "funding_request.created": {
    summary: "Funding was requested, by the API or in the hosted journey",
    description: "No action is needed: the decision is sent as another event.",
    payload: z.object({ funding_request: requestIn("PENDING") }),
  },
  "funding_request.fulfilled": {
    summary: "A funding request became a loan",
    description: "Keep `loan_id`. loan.approved follows with the terms.",
    payload: z.object({ funding_request: requestIn("FULFILLED"), loan_id: id("loan") }),
  },
  "funding_request.rejected": {
    summary: "A funding request was rejected",
    description:
      "Tell the merchant. After ABOVE_LENDING_CAP a smaller amount can be requested, unless there is a `cap_reason`: it says why the merchant's cap is below the minimum. `too_few_sales` is TOO_FEW_SALES.",
    payload: z.object({
      funding_request: requestIn("REJECTED"),
      failure_reason: z.enum(failureReasons),
      too_few_sales: z.boolean(),
      cap_reason: z.enum(capReasons).nullable(),
    }),
  },
} satisfies EventDescriptions;

declare global {
  interface EventPayloads extends PayloadsOf<typeof fundingEvents> {}
}
