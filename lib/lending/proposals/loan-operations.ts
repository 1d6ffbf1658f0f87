import { z } from "zod";
import { changeTerms } from "@/lib/lending/servicing/change-terms";
import { defaultLoan } from "@/lib/lending/servicing/default-loan";
import { changeableTerms, reason, reasoned, workoutPlan } from "@/lib/lending/servicing/schema";
import { takeBackDefault } from "@/lib/lending/servicing/take-back-default";
import { paperMandate } from "@/lib/lending/transfers/mandates/schema";
import { closing } from "@/lib/lending/transfers/orders/schema";
import { recovery } from "@/lib/lending/transfers/payments/schema";
import { holder } from "@/lib/lending/transfers/payouts/name-account-schema";
import { cancelLoan } from "@/lib/loans/loans/cancel-loan";
import { pauseLoan } from "@/lib/loans/loans/changes/pause-loan";
import { resumeLoan } from "@/lib/loans/loans/changes/resume-loan";
import { mostPlanned } from "@/lib/terms/loans/plan";
import {
  loanAccountName,
  loanCloseOrder,
  loanMandate,
  loanNeverPaidOut,
  loanPayAgain,
  loanPlan,
  loanRecovery,
  loanTerms,
  loanWriteOff,
} from "./loan-kinds";
import { operation } from "./loan-operation";

const alwaysTwo = { act: null } as const;
const oneIsEnough = { second: null } as const;

/** By the last part of their address (docs/servicing.md#operators). */
export const loanOperations = {
  pause: operation({
    ...oneIsEnough,
    operationId: "pauseLoan",
    summary: "Pause a loan's collection",
    description: "Nothing is deducted, ages or falls due until it is resumed.",
    body: reasoned,
    act: { now: pauseLoan },
  }),
  resume: operation({
    ...oneIsEnough,
    operationId: "resumeLoan",
    summary: "Resume a loan's collection",
    description: "What was due since the pause began is due as many days later as it lasted.",
    body: reasoned,
    act: { now: resumeLoan },
  }),
  "change-terms": operation({
    operationId: "changeLoanTerms",
    summary: "Change a loan's terms",
    description:
      "Any of percentage, minimum and due date. What costs the merchant more per sale waits for its consent; less holds at once. A later due date takes two operators.",
    body: z
      .strictObject({ ...changeableTerms, reason })
      .meta({ sample: { dueDate: "2027-04-21", reason: "Sales are slow after the flood." } }),
    act: { now: changeTerms },
    second: { kind: loanTerms, for: ({ dueDate }, input) => input.dueDate !== undefined && input.dueDate > dueDate },
  }),
  plan: operation({
    ...alwaysTwo,
    operationId: "planLoan",
    summary: "Propose a workout plan",
    description: `What is left to pay, in up to ${mostPlanned} instalments. On no day may more be due by it than by the schedule that it replaces. It holds once another operator approves it.`,
    body: z.strictObject({ ...workoutPlan, reason }).meta({
      sample: { installments: [{ dueDate: "2027-03-15", amount: 109_000 }], reason: "As agreed on the telephone." },
    }),
    second: { kind: loanPlan, for: () => true },
  }),
  default: operation({
    ...oneIsEnough,
    operationId: "defaultLoan",
    summary: "Declare a loan defaulted",
    description: "Overdue or not. The reason is for the audit log alone.",
    body: reasoned,
    act: {
      now: ({ input: { reason: cause }, ...call }) => defaultLoan({ ...call, input: { reason: "DECIDED", cause } }),
    },
  }),
  "take-back-default": operation({
    ...oneIsEnough,
    operationId: "takeBackLoanDefault",
    summary: "Take back a default",
    description: "One that somebody decided, while nothing is overdue. Arrears are cured by paying them.",
    body: reasoned,
    act: { now: takeBackDefault },
  }),
  cancel: operation({
    ...oneIsEnough,
    operationId: "cancelLoan",
    summary: "Cancel an offer",
    description: "One whose money has not gone out. The reason is for the audit log alone.",
    body: reasoned,
    act: {
      now: ({ input: { reason: cause }, ...call }) => cancelLoan({ ...call, input: { reason: "CANCELLED", cause } }),
    },
  }),
  "write-off": operation({
    ...alwaysTwo,
    operationId: "writeOffLoan",
    summary: "Propose to write a loan off",
    description: "What a defaulted loan still owes becomes a loss once another operator approves it.",
    body: reasoned,
    second: { kind: loanWriteOff, for: () => true },
  }),
  recover: operation({
    ...alwaysTwo,
    operationId: "recoverLoan",
    summary: "Propose to book a recovery",
    description:
      "Money for a written-off loan that reached the lender otherwise. It is booked once another operator approves it.",
    body: z
      .strictObject({ ...recovery, reason })
      .meta({ sample: { amount: 9_000, reference: "FT26330XK1", reason: "Paid at the lender's branch." } }),
    errors: ["PAYMENT_TOO_LARGE"],
    second: { kind: loanRecovery, for: () => true },
  }),
  "pay-again": operation({
    ...alwaysTwo,
    operationId: "payLoanAgain",
    summary: "Propose to pay a loan out again",
    description:
      "One whose payout came back: the same money, to the same account. Collection resumes once it has arrived. If the account was the reason, end the loan instead.",
    body: z.strictObject({ reason }).meta({ sample: { reason: "The bank has opened the account again." } }),
    second: { kind: loanPayAgain, for: () => true },
  }),
  "never-paid-out": operation({
    ...alwaysTwo,
    operationId: "endLoanNeverPaidOut",
    summary: "Propose to end a loan whose money came back",
    description:
      "Nothing is owed for it any more, and what was taken for it is owed to the merchant, once another operator approves it.",
    body: z.strictObject({ reason }).meta({ sample: { reason: "The account is closed." } }),
    second: { kind: loanNeverPaidOut, for: () => true },
  }),
  "close-order": operation({
    ...alwaysTwo,
    operationId: "closeOrder",
    summary: "Propose to close an order by what the lender's account shows",
    description:
      "A payout, refund or debit that its provider's answers do not end. Once another operator approves it, it counts as paid, under the bank's own reference, or as refused, and is watched on in case it was paid after all.",
    body: z.strictObject({ ...closing, reason }).meta({
      sample: {
        order: "k7x2m9q4c1v8b5n3",
        amount: 100_000,
        outcome: "PAID",
        bankReference: "FT26330XK1",
        reason: "On the lender's statement of today.",
      },
    }),
    second: { kind: loanCloseOrder, for: () => true },
  }),
  mandate: operation({
    ...alwaysTwo,
    operationId: "giveLoanMandate",
    summary: "Propose that a mandate was given on paper",
    description:
      "Of a lender that pays by hand: its holder signed the form, and the lender's bank has lodged it under a reference. Once another operator approves it the mandate is active, and the loan goes on.",
    body: z
      .strictObject({ ...paperMandate, reason })
      .meta({ sample: { bankReference: "NIBSS/DD/004711", reason: "The bank confirmed it in writing." } }),
    second: { kind: loanMandate, for: () => true },
  }),
  "account-name": operation({
    ...alwaysTwo,
    operationId: "nameLoanAccount",
    summary: "Propose whose account it is that the money goes to",
    description:
      "Of an account that nobody could be asked about: the name that online banking shows for it, or that the bank does not know it. Once another operator approves it, the payout goes on, is held for the name, or the merchant chooses another account.",
    body: z.strictObject({ ...holder, reason }).meta({
      sample: { holder: "NAMED", accountName: "ADA FOODS LIMITED", reason: "As online banking shows it." },
    }),
    second: { kind: loanAccountName, for: () => true },
  }),
} as const;

export type LoanOperationName = keyof typeof loanOperations;
