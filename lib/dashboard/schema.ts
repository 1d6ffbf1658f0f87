import { z } from "zod";
import { marketplaceRoles } from "@/lib/actor";
import { signInInput } from "@/lib/users/schema";

export const loginBody = signInInput.extend({
  pass: z
    .string("Must be a string")
    .max(200, "Must be at most 200 characters")
    .nullish()
    .describe("From the mail about failed attempts: lets a new place try without waiting for those of others"),
});

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
