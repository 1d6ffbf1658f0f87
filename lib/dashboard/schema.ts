import { z } from "zod";
import { marketplaceRoles } from "@/lib/actor";

/** Answer of `POST /api/marketplace-dashboard/login`. */
export const loginAnswer = z.object({
  accessToken: z.string().describe("A bearer for the operations of the dashboard, and for nothing else"),
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
