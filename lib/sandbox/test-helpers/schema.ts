import { z } from "zod";
import { merchantStatus } from "@/lib/surfaces/merchant-status/schema";
import { loanStatusAnswer } from "@/lib/terms/loans/schema";
import { loanStatuses } from "@/lib/terms/loans/states";

export const scenarioNames = ["steady", "seasonal-dip", "failed-then-reversed", "default", "over-deduct-race"] as const;
export type ScenarioName = (typeof scenarioNames)[number];

export const sandboxInfoAnswer = z.object({
  environment: z.literal("test"),
  urls: z.record(z.string(), z.string()),
  versions: z.object({ service: z.string(), events: z.string(), scoringModel: z.string() }),
  clock: z
    .object({
      now: z.iso.datetime(),
      aheadSeconds: z.number().describe("How far the test helper clock/advance has moved it ahead of real time"),
    })
    .describe("The business clock of the demo marketplace's test data"),
  jobEngine: z.enum(["embedded", "inngest"]),
  embedTokenSeconds: z.int(),
  reviewDelaySeconds: z.number(),
  scenarios: z.array(z.enum(scenarioNames)).describe("Names that the test helper scenarios/{name} knows"),
  magicValues: z.array(z.object({ field: z.string(), value: z.string(), effect: z.string() })),
});

const signIn = z.object({ email: z.email(), password: z.string() });

export const sandboxCredentialsAnswer = z.object({
  marketplaceId: z.string(),
  secretKey: z.string(),
  apiSecret: z.string().describe("Signs what the marketplace sends; the current one"),
  webhookSecret: z.string().describe("Signs what the service sends"),
  oauth: z.object({ clientId: z.string(), clientSecret: z.string(), redirectUri: z.url(), tokenUrl: z.url() }),
  dashboard: signIn.describe("Logs in with POST /api/marketplace-dashboard/login"),
  operator: signIn.describe("Logs in with POST /api/ops/login"),
  secondOperator: signIn.describe("Decides what the first has proposed"),
  merchant: signIn.describe("Signs in at /account/login"),
  showcase: z
    .object({
      marketplaceId: z.string(),
      secretKey: z.string().optional().describe("A test key"),
      owner: signIn,
      developer: signIn,
      viewer: signIn,
    })
    .optional()
    .describe(
      "A second marketplace with months of business, and its staff. A merchant of both with the same director is one " +
        "borrower, as live merchants of all marketplaces are. Left out with SEED=off",
    ),
});

export const sandboxMerchantsAnswer = z.object({
  merchants: z.array(
    merchantStatus.extend({
      outcome: z.string(),
      businessName: z.string(),
      about: z.string(),
      loan: z
        .object({ id: z.string(), status: z.enum(loanStatuses) })
        .nullable()
        .describe("The latest, if any"),
    }),
  ),
});

export const dueWorkDone = z.object({
  ran: z.boolean().describe("Whether everything has run; false when something, such as a slow receiver, took too long"),
  at: z.iso.datetime(),
});
export type DueWorkDone = z.output<typeof dueWorkDone>;

const longestAdvance = 34_560_000;
const wholeSeconds = `Must be a whole number from 1 to ${longestAdvance}`;

/** Body of the test helper `clock/advance`: at most 400 days at a time. */
export const advanceClockInput = z
  .object({
    seconds: z.int(wholeSeconds).min(1, wholeSeconds).max(longestAdvance, wholeSeconds),
  })
  .meta({ sample: { seconds: 3456000 } });
export type AdvanceClock = z.infer<typeof advanceClockInput>;

export const clockAdvanced = z.object({
  now: z.iso.datetime().describe("What the clock shows now"),
  aheadSeconds: z.int().describe("How far it is ahead of real time"),
  ran: z.boolean().describe("Whether everything that was due on the way has run"),
});
export type ClockAdvanced = z.infer<typeof clockAdvanced>;

const told = z.object({ at: z.iso.datetime().describe("Business time"), what: z.string() });
export type Told = z.infer<typeof told>;

export const scenarioRun = z.object({
  scenario: z.enum(scenarioNames),
  merchantId: z.string(),
  thirdPartyCustomerId: z.string(),
  loanId: z.string(),
  story: z.array(told).describe("What happened, in order"),
  loan: loanStatusAnswer.describe("How the loan stands now"),
});
export type ScenarioRun = z.infer<typeof scenarioRun>;
