import { z } from "zod";
import { marketplaceRoles, operatorRoles } from "@/lib/kernel/actor";
import { userKinds } from "@/lib/terms/users/constants";
import { accountProfile } from "./account-schema";

export const me = z.object({
  kind: z.enum(userKinds).describe("Of a marketplace's staff, of the service's own, or a merchant"),
  user: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  role: z
    .enum([...new Set([...marketplaceRoles, ...operatorRoles])])
    .nullable()
    .describe("Null for a merchant"),
  marketplace: z
    .object({ marketplaceId: z.string(), name: z.string(), live: z.boolean() })
    .nullable()
    .describe("That of its staff"),
  merchants: accountProfile.shape.merchants.nullable().describe("Those that a merchant's account holds"),
});
export type Me = z.output<typeof me>;
