import { embedToken } from "@/lib/edge/http/embed-token";
import { route } from "@/lib/edge/http/route";
import { reachOf } from "@/lib/kernel/reach";
import { readFundingOptions } from "@/lib/lending/funding/read-funding-options";
import { fundingOptions, fundingOptionsQuery } from "@/lib/lending/funding/schema";

export const GET = route({
  operationId: "getFundingOptions",
  summary: "Read the funding options",
  description: "What an amount would cost on each tenor on offer, if it were disbursed today. Not a promise.",
  auth: embedToken,
  rate: "read",
  query: fundingOptionsQuery,
  answers: { 200: { description: "The options", body: fundingOptions } },
  respond: ({ actor, query, now }) => readFundingOptions(reachOf(actor), actor.merchantId, query.amount, now),
});
