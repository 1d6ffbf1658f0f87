import { z } from "zod";

export const registrationCompleted = z.object({
  marketplace: z.object({ marketplaceId: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), email: z.string(), role: z.literal("OWNER") }),
});
export type RegistrationCompleted = z.output<typeof registrationCompleted>;
