import type { ContactChannel, PromiseState } from "@/lib/terms/contacts";
import type { Labels } from "@/lib/terms/label";
import type { PlanStep } from "@/lib/terms/loans/plan";
import type { LoanChangeKind, PayoutPurpose } from "@/lib/terms/loans/states";
import type { PaymentSource } from "@/lib/terms/payments/states";
import type { CollectorAct } from "./acts";
import type { StoryKind } from "./story";

// What operators read of loans and what is done to them.

export const storyKindLabels: Record<StoryKind, string> = {
  STATE: "State",
  LEDGER: "Ledger",
  REPORT: "Report",
  DAY: "Sales of a day",
  BREAK: "Break",
  PAYMENT: "Payment",
  PAYOUT: "Payout",
  TERMS: "Terms",
  PROPOSAL: "Proposal",
  PROMISE: "Promise",
  CONTACT: "Contact",
  COMPLAINT: "Complaint",
  MAIL: "Mail",
  ACT: "Who did what",
};

/** `changing`: what can be filled in beside the reason. */
export const actLabels: Record<CollectorAct, { label: string; lead: string; danger?: true }> = {
  pause: { label: "Pause", lead: "Nothing is deducted, ages or falls due until it is resumed." },
  resume: { label: "Resume", lead: "What was due since the pause began is due as many days later as it lasted." },
  "change-terms": {
    label: "Change the terms",
    lead: "Relief holds at once; what costs the merchant more per sale waits for its consent. A later due date takes two operators.",
  },
  plan: {
    label: "Agree on a plan",
    lead: "What is left to pay, in instalments that are due later than now. Another operator has to agree.",
  },
  default: {
    label: "Declare a default",
    lead: "The merchant is told; the reason is for the audit log alone.",
    danger: true,
  },
  "take-back-default": { label: "Take the default back", lead: "One that somebody decided, while nothing is overdue." },
  "write-off": {
    label: "Write off",
    lead: "What is left becomes a loss of the lender. Another operator has to agree.",
    danger: true,
  },
  recover: {
    label: "Book a recovery",
    lead: "Money that reached the lender otherwise, by its bank’s reference. Another operator has to agree.",
  },
  cancel: { label: "Cancel the offer", lead: "Its money has not gone out.", danger: true },
};

export const planStepLabels: Record<PlanStep, string> = {
  WEEK: "week",
  TWO_WEEKS: "two weeks",
  MONTH: "month",
};

export const channelLabels: Record<ContactChannel, string> = {
  PHONE: "By telephone",
  SMS: "By text message",
  WHATSAPP: "By WhatsApp",
  E_MAIL: "By e-mail",
  IN_PERSON: "In person",
  OTHER: "Otherwise",
};

export const promiseLabels: Labels<PromiseState> = {
  OPEN: { label: "Open", tone: "busy" },
  KEPT: { label: "Kept", tone: "good" },
  BROKEN: { label: "Broken", tone: "bad" },
  REPLACED: { label: "Replaced", tone: "neutral" },
};

export const changeLabels: Record<LoanChangeKind | "PROPOSED", string> = {
  PAUSE: "Collection paused",
  RESUME: "Collection resumed",
  TERMS: "Terms changed",
  PLAN: "Workout plan",
  PROPOSED: "Terms proposed to the merchant",
};

export const paymentLabels: Record<PaymentSource, string> = {
  DIRECT: "Payment ordered by the merchant",
  MANDATE: "Debit of arrears",
  RECOVERY: "Recovery",
};

export const payoutLabels: Record<PayoutPurpose, string> = { DISBURSEMENT: "Payout", REFUND: "Refund" };
