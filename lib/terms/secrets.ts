import { z } from "zod";
import { bool } from "@/lib/kernel/validation";

export const rotateSecretBody = z
  .object({
    immediate: bool
      .nullish()
      .transform((now) => now ?? false)
      .describe("End the previous secret now, not in 24 hours: for when it has leaked"),
  })
  .meta({ id: "SecretRotation", sample: { immediate: false } });
export type RotateSecret = z.output<typeof rotateSecretBody>;
