import { dashboardToken } from "@/lib/edge/http/dashboard-token";
import { route } from "@/lib/edge/http/route";
import { inviteStaff } from "@/lib/parties/team/invite-staff";
import { invitationSent, inviteInput } from "@/lib/parties/team/schema";

export const POST = route({
  operationId: "inviteStaff",
  summary: "Invite somebody into the team",
  description:
    "Sends a mail whose link accepts the invitation, for seven days. Inviting an address again sends another, and the " +
    "link of the first no longer works. Only an owner invites an owner.",
  auth: dashboardToken({ permission: inviteStaff.permission }),
  rate: "write",
  body: inviteInput,
  answers: { 201: { description: "Invited", body: invitationSent } },
  errors: inviteStaff.errors,
  respond: ({ actor, body, realNow }) => inviteStaff({ actor, input: body, realNow }),
});
