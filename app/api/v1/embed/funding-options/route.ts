import { readFundingOptions } from "@/lib/funding/read-funding-options";
import { fundingOptions, fundingOptionsQuery } from "@/lib/funding/schema";
import { embedToken } from "@/lib/http/embed-token";
import { route } from "@/lib/http/route";
import { reachOf } from "@/lib/reach";

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
