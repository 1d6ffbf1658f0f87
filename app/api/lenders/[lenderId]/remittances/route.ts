import { toLook } from "@/lib/edge/http/operator-token";
import { route } from "@/lib/edge/http/route";
import { businessTime } from "@/lib/kernel/time";
import { listRemittancesTo } from "@/lib/lending/remittances/list-remittances";
import { remittanceList } from "@/lib/lending/remittances/schema";

export const GET = route({
  ...toLook,
  operationId: "listLenderRemittances",
  summary: "What marketplaces owe a lender",
  description: "Of what they have deducted for its loans: reported and received, what is late, and since when.",
  answers: { 200: { description: "One for each marketplace", body: remittanceList } },
  respond: async ({ params: { lenderId = "" }, realNow }) => ({
    data: await listRemittancesTo(lenderId, businessTime(realNow, 0)),
  }),
});
