import { toManage } from "@/lib/edge/http/operator-token";
import { route } from "@/lib/edge/http/route";
import { readLender } from "@/lib/parties/lenders/list-lenders";
import { pauseLender } from "@/lib/parties/lenders/pause-lender";
import { lenderAnswer, pauseLenderBody } from "@/lib/parties/lenders/schema";

export const POST = route({
  ...toManage,
  operationId: "pauseLender",
  summary: "Pause a lender",
  description:
    "It makes no new offers from the next decision on: the next lender is chosen, or NO_LENDER_AVAILABLE " +
    "is the answer. Offers out stand and are paid out, and loans go on. One that is paused already stays " +
    "so.",
  body: pauseLenderBody,
  answers: { 200: { description: "The lender as it is now", body: lenderAnswer } },
  errors: ["INSUFFICIENT_ROLE", "NOT_FOUND", "ARCHIVED"],
  respond: async ({ actor: operator, params: { lenderId = "" }, body, realNow }) => {
    await pauseLender({ operator, lenderId, ...body, realNow });
    return readLender(lenderId, realNow);
  },
});
