import { z } from "zod";
import { environments } from "@/lib/kernel/actor";
import { moment, naira } from "@/lib/kernel/answer-fields";
import { fundingRequestStatus } from "@/lib/lending/funding/schema";
import { paymentAnswer } from "@/lib/lending/transfers/payments/schema";
import { shownAccount, shownRefund } from "@/lib/lending/transfers/payouts/schema";
import { kycSession } from "@/lib/merchants/kyc/session/schema";
import { preferencesBody } from "@/lib/platform/messages/mails/schema";
import { loanStatusAnswer } from "@/lib/terms/loans/schema";
import { cancelReasons, loanStatuses } from "@/lib/terms/loans/states";
import { journeySteps } from "./protocol";

export const embedToken = z.object({
  token: z.string(),
  expiresIn: z.int().describe("Seconds"),
  environment: z.enum(environments),
});

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
  owedToMerchant: naira.describe("Taken beyond what was owed, and not paid back yet"),
});

export const embedSession = kycSession
  .extend({
    step: z.enum(journeySteps).describe("The step to continue with"),
    open: z.array(z.enum(journeySteps)).describe("Steps that can be shown now, in order"),
    scoring: z.enum(["none", "pending", "scored"]).describe("none: the marketplace has sent no sales figures"),
    fundingRequests: z
      .array(fundingRequestStatus.extend({ createdAt: moment, decidedAt: moment.nullable() }))
      .describe("Newest first; of more than 20, the pending ones and the newest others"),
    loans: z
      .array(loanSummary)
      .describe("Newest first; of more than 20, those not ended, those that owe the merchant and the newest others"),
    loanId: z
      .string()
      .nullable()
      .describe(
        "The loan that the steps refer to: one that waits for the merchant, else a running one, else the newest",
      ),
    preferences: preferencesBody,
    refreshAfterSeconds: z
      .int()
      .nullable()
      .describe("Read the session again after this many seconds; null: nothing changes by itself"),
  })
  .meta({ id: "JourneySession" });
export type EmbedSession = z.output<typeof embedSession>;

export const journeyLoan = loanStatusAnswer
  .extend({
    stage: z.enum(loanStages),
    purpose: z.string().describe("What the money was asked for"),
    payoutAccount: shownAccount.nullable(),
    refund: shownRefund
      .nullable()
      .describe("What is owed to the merchant, such as deductions for an offer that has ended"),
    mandate: z.enum(["NONE", "PENDING", "ACTIVE"]),
    mandateDeclinedAt: moment
      .nullable()
      .describe("When the holder of the payout account last declined the mandate at the bank; null once agreed"),
    mandateAgreedAt: moment
      .nullable()
      .describe("When the holder was seen to have agreed where the bank has yet to confirm it, which can take a day"),
    paperMandate: z
      .object({ signedForm: z.object({ fileName: z.string(), sentAt: moment }).nullable() })
      .nullable()
      .describe("While a mandate is to be given on paper, to a lender that debits by hand: the signed form, once sent"),
    payoutHeld: z
      .boolean()
      .describe("The account is in nobody's name that is known here: the money waits until it has been checked"),
    payoutDelayed: z
      .boolean()
      .describe("The money is sent by itself once the lender or the service has seen to what it waits for"),
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
  })
  .meta({ id: "JourneyLoan" });
export type JourneyLoan = z.output<typeof journeyLoan>;
