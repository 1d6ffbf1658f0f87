import { readProfile } from "@/lib/accounts/read-profile";
import { accountProfile } from "@/lib/accounts/schema";
import { accountToken } from "@/lib/http/account-token";
import { route } from "@/lib/http/route";

export const GET = route({
  operationId: "getAccount",
  summary: "Read the account",
  description: "Whose account it is, and the merchants it holds: one for each marketplace and environment.",
  auth: accountToken,
  rate: "read",
  answers: { 200: { description: "The account", body: accountProfile } },
  respond: ({ actor }) => readProfile(actor.userId),
});
