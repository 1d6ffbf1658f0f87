import { toLook, toManage } from "@/lib/edge/http/operator-token";
import { pageQuery } from "@/lib/edge/http/pagination";
import { route } from "@/lib/edge/http/route";
import { addMerchant } from "@/lib/surfaces/console/merchants/add-merchant";
import { listMerchantsAnywhere } from "@/lib/surfaces/console/merchants/list-merchants";
import {
  addMerchantBody,
  merchantAnswer,
  merchantFilters,
  merchantPage,
} from "@/lib/surfaces/console/merchants/schema";

export const GET = route({
  ...toLook,
  operationId: "listMerchants",
  summary: "List merchants of every marketplace",
  description: "Newest first. Those that are archived are listed only when asked for.",
  query: pageQuery.extend(merchantFilters),
  answers: { 200: { description: "A page of merchants", body: merchantPage } },
  respond: ({ query }) => listMerchantsAnywhere(query),
});

export const POST = route({
  ...toManage,
  operationId: "addMerchant",
  summary: "Add a merchant to a marketplace",
  description:
    "As the marketplace itself would with POST /api/v1/marketplace-api/merchants, which is told by merchant.created: a merchant that is there already gets what was missing of its contact.",
  body: addMerchantBody,
  location: "/api/merchants/{id}",
  answers: {
    201: { description: "Created", body: merchantAnswer },
    200: { description: "It existed already", body: merchantAnswer },
  },
  errors: addMerchant.errors,
  handle: async ({ actor, body, realNow }) => {
    const { created, merchant } = await addMerchant({ operator: actor, input: body, realNow });
    return { status: created ? 201 : 200, body: merchant };
  },
});
