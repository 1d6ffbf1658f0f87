import { toLook, toManage } from "@/lib/edge/http/operator-token";
import { route } from "@/lib/edge/http/route";
import { changeLender } from "@/lib/parties/lenders/change-lender";
import { readLender } from "@/lib/parties/lenders/list-lenders";
import { changeLenderBody, lenderAnswer } from "@/lib/parties/lenders/schema";
import { archiveLender } from "@/lib/surfaces/console/parties/archive-lender";

export const GET = route({
  ...toLook,
  operationId: "getLender",
  summary: "A lender",
  description: "With its product table, its limits and what is used of them; also one that is archived.",
  answers: { 200: { description: "The lender", body: lenderAnswer } },
  errors: readLender.errors,
  respond: ({ params, realNow }) => readLender(params.lenderId ?? "", realNow),
});

export const PATCH = route({
  ...toManage,
  operationId: "changeLender",
  summary: "Change a lender",
  description:
    "In force from the next decision on. What is left out stays as it is; a product table and the limits are replaced as a whole.",
  body: changeLenderBody,
  answers: { 200: { description: "The lender as it is now", body: lenderAnswer } },
  errors: changeLender.errors,
  respond: ({ actor: operator, params, body, realNow }) =>
    changeLender({ operator, lenderId: params.lenderId ?? "", input: body, realNow }),
});

export const DELETE = route({
  ...toManage,
  operationId: "archiveLender",
  summary: "Archive a lender",
  description: "It lends no more and is kept, to be looked up. Refused while money of it is left to move.",
  answers: { 204: { description: "Archived" } },
  errors: archiveLender.errors,
  respond: ({ actor, params: { lenderId = "" }, realNow }) => archiveLender({ operator: actor, lenderId, realNow }),
});
