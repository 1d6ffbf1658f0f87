import { logIn } from "@/lib/dashboard/log-in";
import { loginAnswer } from "@/lib/dashboard/schema";
import { anyone } from "@/lib/http/auth";
import { route } from "@/lib/http/route";
import { signInInput } from "@/lib/users/schema";

export const POST = route({
  operationId: "logIn",
  summary: "Log in to the dashboard",
  description:
    "For staff of a marketplace. Returns a bearer token for the operations under /api/marketplace-dashboard, valid " +
    "for an hour. A wrong password and an unknown address get the same answer.",
  auth: anyone,
  rate: "login",
  body: signInInput,
  answers: { 200: { description: "Logged in", body: loginAnswer } },
  errors: ["UNAUTHENTICATED"],
  respond: ({ body, realNow }) => logIn({ input: body, realNow }),
});
