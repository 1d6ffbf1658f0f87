import { merchantToken } from "@/lib/edge/http/account-token";
import { route } from "@/lib/edge/http/route";
import { readAccountScore } from "@/lib/lending/funding/read-account-score";
import { accountScore } from "@/lib/lending/funding/schema";

export const GET = route({
  operationId: "getAccountScore",
  summary: "Read what can be asked for",
  description:
    "How much funding the merchant could ask for, by its scored sales figures, or why nothing: the figure that the journey shows. Funding is asked for on the marketplace, in the journey.",
  auth: merchantToken,
  rate: "read",
  answers: { 200: { description: "What could be asked for now", body: accountScore } },
  respond: ({ actor, now }) => readAccountScore(actor, now),
});
