import { z } from "zod";

export const health = z.object({
  status: z.enum(["ok", "degraded", "down"]),
  checks: z.array(
    z.object({
      name: z.enum(["database", "jobs", "storage", "mail", "sms", "ledger", "pages", "clock", "providers"]),
      status: z.enum(["ok", "degraded", "down"]),
      detail: z.string(),
    }),
  ),
});

export const readiness = z.object({
  status: z.enum(["ready", "not ready"]),
  checks: z.array(
    z.object({
      name: z.enum(["database", "schema", "storage", "process"]),
      status: z.enum(["ok", "down"]),
      detail: z.string(),
    }),
  ),
});

export type Readiness = z.output<typeof readiness>;

export type Health = z.output<typeof health>;
