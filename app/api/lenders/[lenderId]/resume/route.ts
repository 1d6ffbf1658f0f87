import { toManage } from "@/lib/edge/http/operator-token";
import { route } from "@/lib/edge/http/route";
import { readLender } from "@/lib/parties/lenders/list-lenders";
import { resumeLender } from "@/lib/parties/lenders/pause-lender";
import { lenderAnswer, pauseLenderBody } from "@/lib/parties/lenders/schema";

export const POST = route({
  ...toManage,
  operationId: "resumeLender",
  summary: "Let a paused lender lend again",
  description: "From the next decision on. One that is not paused stays as it is.",
  body: pauseLenderBody,
  answers: { 200: { description: "The lender as it is now", body: lenderAnswer } },
  errors: ["INSUFFICIENT_ROLE", "NOT_FOUND", "ARCHIVED"],
  respond: async ({ actor: operator, params: { lenderId = "" }, body, realNow }) => {
    await resumeLender({ operator, lenderId, ...body, realNow });
    return readLender(lenderId, realNow);
  },
});
