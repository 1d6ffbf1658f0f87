import { secretKey } from "@/lib/edge/http/auth";
import { route } from "@/lib/edge/http/route";
import { listRemittances } from "@/lib/lending/remittances/list-remittances";
import { remittanceList } from "@/lib/lending/remittances/schema";

export const GET = route({
  operationId: "listRemittances",
  summary: "What you owe lenders",
  description:
    "Of what you have deducted for each lender's loans: how much is due when, to which account and under which " +
    "reference, and what has arrived. In test everything has.",
  auth: secretKey,
  rate: "read",
  answers: { 200: { description: "One for each lender whose loans you have deducted for", body: remittanceList } },
  respond: async ({ actor, now }) => ({ data: await listRemittances(actor.tenant, now) }),
});
