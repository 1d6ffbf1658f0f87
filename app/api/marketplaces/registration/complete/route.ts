import { anyone } from "@/lib/http/auth";
import { route } from "@/lib/http/route";
import { completeRegistration } from "@/lib/registration/complete-registration";
import { registrationCompleted } from "@/lib/registration/schema";
import { confirmInput } from "@/lib/users/schema";

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
  errors: ["LINK_NOT_VALID", "EMAIL_TAKEN"],
  respond: ({ body, realNow }) => completeRegistration({ input: body, realNow }),
});
