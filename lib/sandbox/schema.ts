import { z } from "zod";
import { merchantStatus } from "@/lib/merchant-status/schema";

/** Answer of `GET /api/sandbox`. */
export const sandboxInfoAnswer = z.object({
  environment: z.literal("test"),
  urls: z.record(z.string(), z.string()),
  versions: z.object({ service: z.string(), events: z.string(), scoringModel: z.string() }),
  clock: z.object({ now: z.iso.datetime() }),
  jobEngine: z.enum(["embedded", "inngest"]),
  embedTokenSeconds: z.int(),
  reviewDelaySeconds: z.number(),
  magicValues: z.array(z.object({ field: z.string(), value: z.string(), effect: z.string() })),
});

/** Answer of `GET /api/sandbox/credentials`. */
export const sandboxCredentialsAnswer = z.object({
  marketplaceId: z.string(),
  secretKey: z.string(),
  webhookSecret: z.string(),
  oauth: z.object({
    clientId: z.string(),
    clientSecret: z.string(),
    redirectUri: z.url(),
    tokenUrl: z.url(),
  }),
  merchant: z.object({ email: z.email(), password: z.string() }).describe("Signs in at /oauth/login"),
});

/** Answer of `GET /api/sandbox/merchants`. */
export const sandboxMerchantsAnswer = z.object({
  merchants: z.array(merchantStatus.extend({ outcome: z.string(), businessName: z.string(), about: z.string() })),
});

/** Answer of the test helper `run`. */
export const dueWorkDone = z.object({
  ran: z.boolean().describe("Whether everything has run; false when something, such as a slow receiver, took too long"),
  at: z.iso.datetime(),
});
