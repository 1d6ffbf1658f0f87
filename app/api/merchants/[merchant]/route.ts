import { toLook, toManage } from "@/lib/edge/http/operator-token";
import { route } from "@/lib/edge/http/route";
import { archiveMerchant } from "@/lib/surfaces/console/merchants/archive-merchant";
import { changeMerchant } from "@/lib/surfaces/console/merchants/change-merchant";
import { readMerchantAnywhere } from "@/lib/surfaces/console/merchants/list-merchants";
import { changeMerchantBody, merchantAnswer } from "@/lib/surfaces/console/merchants/schema";

export const GET = route({
  ...toLook,
  operationId: "getMerchantAnywhere",
  summary: "A merchant of any marketplace",
  description: "By our id alone; also one that is archived.",
  answers: { 200: { description: "The merchant", body: merchantAnswer } },
  errors: readMerchantAnywhere.errors,
  respond: ({ params }) => readMerchantAnywhere(params.merchant ?? ""),
});

export const PATCH = route({
  ...toManage,
  operationId: "changeMerchant",
  summary: "Correct what is known of a merchant",
  description: "What is left out stays as it is, and so does what the merchant has given in KYC.",
  body: changeMerchantBody,
  answers: { 200: { description: "The merchant as it is now", body: merchantAnswer } },
  errors: changeMerchant.errors,
  respond: ({ actor: operator, params, body, realNow }) =>
    changeMerchant({ operator, merchantId: params.merchant ?? "", input: body, realNow }),
});

export const DELETE = route({
  ...toManage,
  operationId: "archiveMerchant",
  summary: "Archive a merchant",
  description:
    "Ends its connection and leaves it out of lists; its KYC and past loans are kept. Refused while money hangs on it.",
  answers: { 204: { description: "Archived" } },
  errors: archiveMerchant.errors,
  respond: ({ actor, params, realNow }) =>
    archiveMerchant({ operator: actor, merchantId: params.merchant ?? "", realNow }),
});
