import { z } from "zod";
import { bool } from "@/lib/validation";

/** Body of `POST /api-secret/rotate`. */
export const rotateApiSecretBody = z.object({
  immediate: bool.default(false).describe("The secret before ends now, not in 24 hours: for one that has leaked"),
});

/** Response of `POST /api-secret/rotate`. */
export const apiSecretRotated = z.object({
  apiSecret: z.string().describe("Shown this once"),
  previousValidUntil: z.iso.datetime().nullable().describe("Null when nothing but this secret verifies"),
});
