import { z } from "zod";
import { marketplaceRoles } from "@/lib/actor";
import { signInInput, typedCode } from "@/lib/users/schema";

export const loginBody = signInInput.extend({
  code: typedCode
    .nullish()
    .describe("Of the second factor, where one is set up: what the authenticator app shows, or a recovery code"),
  pass: z
    .string("Must be a string")
    .max(200, "Must be at most 200 characters")
    .nullish()
    .describe(
      "What the link in the mail about failed attempts carries as pass: lets a new place try without waiting for those of others",
    ),
});
export type LoginInput = z.output<typeof loginBody>;

export const loginAnswer = z.object({
  accessToken: z.string().describe("A bearer token for the dashboard's operations only"),
  tokenType: z.literal("Bearer"),
  expiresIn: z.int().describe("Seconds"),
  user: z.object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    role: z.enum(marketplaceRoles),
    marketplaceId: z.string(),
  }),
});
export type LoginAnswer = z.output<typeof loginAnswer>;
