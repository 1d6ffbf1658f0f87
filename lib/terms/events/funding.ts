import { z } from "zod";
import { type FundingStatus, failureReasons, purposes, tenors } from "@/lib/terms/funding/constants";
import { capReasons } from "@/lib/terms/scoring/constants";
import { event, id, naira } from "./event";

function requestIn<const Status extends FundingStatus>(status: Status) {
  return z.object({
    id: id("fr"),
    amount_requested: naira,
    tenor_days: z.literal(tenors),
    purpose: z.enum(purposes),
    status: z.literal(status),
  });
}

const request = {
  id: "fr_01m82hrwr86xq7qdh7tz8y175f",
  amount_requested: 300_000,
  tenor_days: 30,
  purpose: "Inventory purchase",
} as const;

/** The events of a funding request. Money in naira. */
export const fundingEvents = {
  "funding_request.created": event({
    summary: "Funding was requested, by the API or in the hosted journey",
    description: "No action is needed: the decision is sent as another event.",
    payload: z.object({ funding_request: requestIn("PENDING") }),
    sample: { funding_request: { ...request, status: "PENDING" } },
  }),
  "funding_request.fulfilled": event({
    summary: "A funding request became a loan",
    description: "Keep `loan_id`. loan.approved follows with the terms.",
    payload: z.object({ funding_request: requestIn("FULFILLED"), loan_id: id("loan") }),
    sample: { funding_request: { ...request, status: "FULFILLED" }, loan_id: "loan_01m82hrwrt8qm59rnxm4cykxpj" },
  }),
  "funding_request.rejected": event({
    summary: "A funding request was rejected",
    description:
      "Tell the merchant. After ABOVE_LENDING_CAP a smaller amount can be requested, unless there is a `cap_reason`: it says why the merchant's cap is below the minimum. `too_few_sales` is TOO_FEW_SALES.",
    payload: z.object({
      funding_request: requestIn("REJECTED"),
      failure_reason: z.enum(failureReasons),
      too_few_sales: z.boolean(),
      cap_reason: z.enum(capReasons).nullable(),
    }),
    sample: {
      funding_request: { ...request, amount_requested: 7_068_000, status: "REJECTED" },
      failure_reason: "ABOVE_LENDING_CAP",
      too_few_sales: false,
      cap_reason: null,
    },
  }),
};
