import { accountToken } from "@/lib/edge/http/account-token";
import { route } from "@/lib/edge/http/route";
import { accountChanged, accountProfile, changeAccountBody } from "@/lib/parties/people/account-schema";
import { readProfile } from "@/lib/parties/people/read-profile";
import { renameAccount } from "@/lib/parties/people/rename-account";

export const GET = route({
  operationId: "getAccount",
  summary: "Read the account",
  description: "Whose account it is, and the merchants it holds: one for each marketplace and environment.",
  auth: accountToken,
  rate: "read",
  answers: { 200: { description: "The account", body: accountProfile } },
  respond: ({ actor }) => readProfile(actor.userId),
});

export const PATCH = route({
  operationId: "changeAccount",
  summary: "Rename the account",
  description: "The merchants keep their names, which are the marketplaces' and those of KYC.",
  auth: accountToken,
  rate: "write",
  body: changeAccountBody,
  answers: { 200: { description: "The account as it is now", body: accountChanged } },
  async respond({ actor: { userId }, body: { name: businessName }, realNow }) {
    if (businessName) await renameAccount({ userId, input: { businessName }, realNow });
    const { user } = await readProfile(userId);
    return { user };
  },
});
