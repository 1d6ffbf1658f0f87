import { anyone } from "@/lib/edge/http/auth";
import { route } from "@/lib/edge/http/route";
import { confirmInput } from "@/lib/parties/people/schema";
import { completeRegistration } from "@/lib/parties/team/complete-registration";
import { registrationCompleted } from "@/lib/parties/team/registration-schema";

export const POST = route({
  operationId: "completeRegistration",
  summary: "Complete the registration of a marketplace",
  description:
    "What the link in the mail does: the token of its address, and the password chosen when registering. Makes the " +
    "marketplace, not live and without credentials, and its first owner, who can log in from then on. Works once.",
  auth: anyone,
  rate: "login",
  body: confirmInput,
  answers: { 201: { description: "Registered", body: registrationCompleted } },
  errors: completeRegistration.errors,
  respond: ({ body, realNow }) => completeRegistration({ input: body, realNow }),
});
