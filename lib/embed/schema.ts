import { z } from "zod";
import { environments } from "@/lib/actor";
import { moment, naira } from "@/lib/answer-fields";
import { fundingRequestStatus } from "@/lib/funding/schema";
import { businessInfoBody, kycProgress, publicDirector, publicDocument } from "@/lib/kyc/schema";
import { loanStatusAnswer } from "@/lib/loans/schema";
import { cancelReasons, loanStatuses } from "@/lib/loans/states";
import { preferencesBody } from "@/lib/notifications/schema";
import { paymentAnswer } from "@/lib/payments/schema";
import { draftAnswer } from "./draft-schema";
import { journeySteps } from "./protocol";

export const embedToken = z.object({
  token: z.string(),
  expiresIn: z.int().describe("Seconds"),
  environment: z.enum(environments),
});

const prefilled = z.boolean().describe("As the marketplace sent it; false once the merchant changed or added it");

/** A loan's stage for its merchant: finer than its status while it is an offer. */
export const loanStages = ["offer", "payout-account", "mandate", "paying-out", "running", "ended"] as const;
export type LoanStage = (typeof loanStages)[number];

const loanSummary = z.object({
  loanId: z.string(),
  reference: z.string(),
  status: z.enum(loanStatuses),
  stage: z.enum(loanStages),
  principalAmount: naira,
  approvedAt: moment,
});

export const embedSession = z.object({
  now: moment.describe("Business time, which in the sandbox may be ahead of real time"),
  environment: z.enum(environments),
  marketplace: z.object({ marketplaceId: z.string(), name: z.string() }),
  merchant: z.object({
    merchantId: z.string(),
    businessName: z.string().describe("As the merchant gave it last, else as its marketplace did"),
  }),
  step: z.enum(journeySteps).describe("The step to continue with"),
  open: z.array(z.enum(journeySteps)).describe("Steps that can be shown now, in order"),
  kyc: kycProgress,
  business: z.object({
    values: businessInfoBody
      .partial()
      .describe("As stored, else what the marketplace gave when it created the merchant"),
    prefilled: z.array(z.string()).describe("Names of the fields that are still as the marketplace sent them"),
  }),
  directors: z.array(publicDirector.extend({ prefilled })),
  documents: z.array(publicDocument.extend({ prefilled })),
  scoring: z.enum(["none", "pending", "scored"]).describe("none: the marketplace has sent no sales figures"),
  fundingRequests: z
    .array(fundingRequestStatus.extend({ createdAt: moment, decidedAt: moment.nullable() }))
    .describe("Newest first; of more than 20, the pending ones and the newest others"),
  loans: z.array(loanSummary).describe("Newest first; of more than 20, those not ended and the newest others"),
  loanId: z
    .string()
    .nullable()
    .describe("The loan that the steps refer to: one that waits for the merchant, else a running one, else the newest"),
  drafts: z.array(draftAnswer).describe("What was typed in the journey and not yet saved"),
  preferences: preferencesBody,
  refreshAfterSeconds: z
    .int()
    .nullable()
    .describe("Read the session again after this many seconds; null: nothing changes by itself"),
});
export type EmbedSession = z.output<typeof embedSession>;

export const journeyLoan = loanStatusAnswer.extend({
  stage: z.enum(loanStages),
  purpose: z.string().describe("What the money was asked for"),
  payoutAccount: z
    .object({
      bankCode: z.string(),
      bankName: z.string(),
      lastFour: z.string(),
      accountName: z.string().describe("As the bank returned it"),
      nameMatches: z.boolean().describe("Whether it is the name of the business or one of its directors"),
    })
    .nullable(),
  mandate: z.enum(["NONE", "PENDING", "ACTIVE"]),
  mandateDeclinedAt: moment
    .nullable()
    .describe("When the holder of the payout account last declined the mandate at the bank; null once agreed"),
  payoutHeld: z
    .boolean()
    .describe("The account is in nobody's name that is known here: the money waits until it has been checked"),
  payoutFailure: z.string().nullable().describe("Why the last transfer to the merchant failed; use another account"),
  payoutRefusal: z.string().nullable().describe("Why the last payout account was not accepted; use another one"),
  cancelReason: z.enum(cancelReasons).nullable().describe("Why it was cancelled"),
  pause: z
    .object({ since: moment, reason: z.string() })
    .nullable()
    .describe("While collection is paused: since when, and why"),
  payments: z
    .array(paymentAnswer)
    .describe("From the merchant's account: announced, under way and finished in the last 30 days; newest first"),
});
export type JourneyLoan = z.output<typeof journeyLoan>;
