import { z } from "zod";
import { operatorRoles } from "@/lib/kernel/actor";
import { strictly } from "@/lib/kernel/strict-schema";
import { signInInput, typedCode } from "@/lib/parties/people/schema";

/** No credential says yet that it is an operator who sends it: it is strict by itself. */
export const operatorLoginBody = strictly(
  signInInput.extend({
    code: typedCode
      .nullish()
      .describe("Of the second factor, where one is set up: what the authenticator app shows, or a recovery code"),
  }),
).meta({ sample: { email: "operator@service.example", password: "…" } });
export type OperatorLogin = z.output<typeof operatorLoginBody>;

const operatorUser = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(operatorRoles),
});

export const operatorLoginAnswer = z.object({
  accessToken: z.string().describe("A bearer token for the operators' operations only"),
  tokenType: z.literal("Bearer"),
  expiresIn: z.int().describe("Seconds"),
  user: operatorUser,
});
export type OperatorLoginAnswer = z.output<typeof operatorLoginAnswer>;
