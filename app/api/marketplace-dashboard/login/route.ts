import { logIn } from "@/lib/dashboard/log-in";
import { loginAnswer } from "@/lib/dashboard/schema";
import { anyone } from "@/lib/http/auth";
import { route } from "@/lib/http/route";
import { signInInput } from "@/lib/users/schema";

export const POST = route({
  operationId: "logIn",
  summary: "Log in to the dashboard",
  description:
    "For staff of a marketplace. The token is a bearer for the operations under /api/marketplace-dashboard, for an hour. " +
    "A wrong password and an unknown address are answered alike.",
  auth: anyone,
  // Of the same allowance as the sign-in pages.
  rate: "login",
  body: signInInput,
  answers: { 200: { description: "Logged in", body: loginAnswer } },
  errors: ["UNAUTHENTICATED"],
  respond: ({ body, realNow }) => logIn({ input: body, realNow }),
});
