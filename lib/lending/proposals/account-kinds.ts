import { z } from "zod";
import { activateAccount, retireAccount } from "@/lib/parties/lenders/accounts/change-account";
import { listLenderAccounts } from "@/lib/parties/lenders/accounts/queries";
import type { ProposalKind } from "./kind";
import { lookAtLender } from "./rail-kinds";

const named = z.looseObject({ accountId: z.string() });

/** What there is to see is the lender and the accounts it has. */
const look: ProposalKind["look"] = async (call) => {
  const { evidence, ...its } = await lookAtLender(call);
  const accounts = (await listLenderAccounts(call.subjectId))
    .filter(({ state }) => state === "ACTIVE")
    .map(({ id, bankName, accountNumber, collects }) => {
      return `${id} ${bankName} …${accountNumber.slice(-4)}${collects ? ", collects" : ""}`;
    });
  return { ...its, evidence: { ...evidence, accounts: accounts.join("; ") } };
};

export const lenderAccountKind: ProposalKind = {
  name: "LENDER_ACCOUNT",
  permission: "manage",
  look,
  perform: ({ operator, subjectId: lenderId, input, reason, realNow }) =>
    activateAccount({ operator, lenderId, accountId: named.parse(input).accountId, reason, realNow }),
};

export const lenderAccountEnd: ProposalKind = {
  name: "LENDER_ACCOUNT_END",
  permission: "manage",
  look,
  perform: ({ operator, subjectId: lenderId, input, reason, realNow }) =>
    retireAccount({ operator, lenderId, accountId: named.parse(input).accountId, reason, realNow }),
};
