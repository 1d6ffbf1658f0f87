import { z } from "zod";
import { bool } from "@/lib/validation";

export const rotateApiSecretBody = z.object({
  immediate: bool.default(false).describe("End the previous secret now, not in 24 hours: for when it has leaked"),
});

export const apiSecretRotated = z.object({
  apiSecret: z.string().describe("Shown only once"),
  previousValidUntil: z.iso.datetime().nullable().describe("Null when only this secret verifies"),
});
