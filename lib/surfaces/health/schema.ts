import { z } from "zod";

export const health = z.object({
  status: z.enum(["ok", "degraded", "down"]),
  checks: z.array(
    z.object({
      name: z.enum(["database", "jobs", "storage", "mail", "sms", "ledger", "pages"]),
      status: z.enum(["ok", "degraded", "down"]),
      detail: z.string(),
    }),
  ),
});

export type Health = z.output<typeof health>;
