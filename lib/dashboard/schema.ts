import { z } from "zod";
import { marketplaceRoles } from "@/lib/actor";

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
