import { z } from "zod";
import { moment } from "@/lib/kernel/answer-fields";

export const mandateRequested = z.object({
  status: z.enum(["PENDING", "ACTIVE"]),
  url: z
    .string()
    .nullable()
    .describe("The bank's page, valid once; null when there is nothing left to agree to, or no bank"),
  expiresAt: moment.nullable(),
});
