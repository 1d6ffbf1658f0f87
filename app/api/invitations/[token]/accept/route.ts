import { anyone } from "@/lib/edge/http/auth";
import { route } from "@/lib/edge/http/route";
import { acceptInvitation } from "@/lib/parties/team/accept-invitation";
import { acceptBody, invitationAccepted } from "@/lib/parties/team/schema";

export const POST = route({
  operationId: "acceptInvitation",
  summary: "Accept an invitation",
  description: "Makes the account of whoever has the mail, who can log in from then on. Works once.",
  auth: anyone,
  rate: "login",
  loggedPath: () => "/api/invitations/…/accept",
  body: acceptBody,
  answers: { 201: { description: "Joined", body: invitationAccepted } },
  errors: acceptInvitation.errors,
  respond: async ({ params: { token = "" }, body, realNow }) => {
    const { id, name, email } = await acceptInvitation({ input: { ...body, token }, realNow });
    return { id, name, email };
  },
});
