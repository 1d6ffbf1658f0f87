import { toLook, toManage } from "@/lib/edge/http/operator-token";
import { route } from "@/lib/edge/http/route";
import { proposeAccount } from "@/lib/lending/proposals/propose-account";
import { proposalAnswer } from "@/lib/lending/proposals/schema";
import { listLenderAccounts } from "@/lib/parties/lenders/accounts/queries";
import { lenderAccountBody, lenderAccountList } from "@/lib/parties/lenders/accounts/schema";

export const GET = route({
  ...toLook,
  operationId: "listLenderAccounts",
  summary: "List a lender's own bank accounts",
  description: "Newest first, with former ones and those that another operator has yet to decide about.",
  answers: { 200: { description: "The accounts", body: lenderAccountList } },
  errors: listLenderAccounts.errors,
  respond: async ({ params: { lenderId = "" } }) => ({ data: await listLenderAccounts(lenderId) }),
});

export const POST = route({
  ...toManage,
  operationId: "proposeLenderAccount",
  summary: "Propose a lender's own bank account",
  description:
    "One that collects takes the place of the one that did. An account that the lender has already takes over the name and whether it collects.",
  body: lenderAccountBody,
  answers: { 202: { description: "Proposed to the other operators", body: proposalAnswer } },
  errors: proposeAccount.errors,
  respond: ({ actor: operator, params: { lenderId = "" }, body: input, realNow }) =>
    proposeAccount({ operator, lenderId, input, realNow }),
});
