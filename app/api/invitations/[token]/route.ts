import { anyone } from "@/lib/edge/http/auth";
import { route } from "@/lib/edge/http/route";
import { readInvitation } from "@/lib/parties/team/queries";
import { invitationShown } from "@/lib/parties/team/schema";

export const GET = route({
  operationId: "getInvitation",
  summary: "An invitation, by the token of its mail",
  description:
    "Whose team it is into, and as what. One that was used or withdrawn, or has expired, is as if it never was.",
  auth: anyone,
  rate: "login",
  secretPath: true,
  answers: { 200: { description: "The invitation", body: invitationShown } },
  errors: readInvitation.errors,
  respond: ({ params, realNow }) => readInvitation(params.token ?? "", realNow),
});
