import { z } from "zod";

export const health = z.object({
  status: z.enum(["ok", "down"]),
  checks: z.array(
    z.object({
      name: z.enum(["database", "jobs", "storage", "mail"]),
      status: z.enum(["ok", "down"]),
      detail: z.string(),
    }),
  ),
});
