import { z } from "zod";
import { environments } from "@/lib/kernel/actor";
import { scopes } from "@/lib/terms/oauth";

const status = z.enum(["ok", "degraded"]);

/** One part of the integration: whether it works, and a message saying what is wrong or what to do next. */
const check = z.object({ name: z.enum(["data", "scoring", "webhook", "deliveries"]), status, detail: z.string() });
export type DataCheck = z.output<typeof check>;

export const dataHealth = z.object({
  status,
  environment: z.enum(environments),
  scopes: z.array(z.enum(scopes)).describe("What the access token allows"),
  lastDataReceivedAt: z.iso.datetime().nullable().describe("When merchant data last came in"),
  lastWebhookReceivedAt: z.iso.datetime().nullable().describe("When a repayment event last came in"),
  failingDeliveries: z
    .int()
    .describe("Failed webhook deliveries that will be retried, or were given up in the last 24 hours"),
  checks: z.array(check),
});
export type DataHealth = z.input<typeof dataHealth>;
