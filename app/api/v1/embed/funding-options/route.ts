import { readFundingOptions } from "@/lib/funding/read-funding-options";
import { fundingOptions, fundingOptionsQuery } from "@/lib/funding/schema";
import { embedToken } from "@/lib/http/embed-token";
import { route } from "@/lib/http/route";
import { reachOf } from "@/lib/reach";

export const GET = route({
  operationId: "getFundingOptions",
  summary: "Read what could be asked for, and what it would cost",
  description:
    "Figures of an amount on each tenor that is lent on, were it disbursed today. Nothing is promised by them.",
  auth: embedToken,
  rate: "read",
  query: fundingOptionsQuery,
  answers: { 200: { description: "The options", body: fundingOptions } },
  handle: async ({ actor, query, now }) => ({
    status: 200,
    body: await readFundingOptions(reachOf(actor), actor.merchantId, query.amount, now),
  }),
});
