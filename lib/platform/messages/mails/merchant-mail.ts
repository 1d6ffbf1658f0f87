import type { Kobo } from "@/lib/kernel/money";
import type { BusinessTime } from "@/lib/kernel/time";
import type { DefaultReason } from "@/lib/terms/loans/states";
import type { LoanMailKind } from "@/lib/terms/notifications";
import type { DebitFailure, PaymentSource } from "@/lib/terms/payments/states";

/** An instalment to come: its day (YYYY-MM-DD) and what is not paid of it yet. */
export type NextInstallment = { dueDate: string; amount: Kobo };

/** What each kind of mail about a loan tells. Amounts in kobo, shares in basis points, days as YYYY-MM-DD. */
export type MailFacts = {
  OFFER_READY: {
    amount: Kobo;
    fee: Kobo;
    total: Kobo;
    deductionBasisPoints: number;
    annualPercentageBasisPoints: number | null;
    expiresAt: BusinessTime;
  };
  OFFER_ENDING: { amount: Kobo; total: Kobo; expiresAt: BusinessTime };
  MONEY_SENT: {
    amount: Kobo;
    /** Last digits of the account paid. */
    lastFour: string;
    total: Kobo;
    deductionBasisPoints: number;
    first: NextInstallment | null;
    dueDate: string;
    /** Until when it can be given back without the fee. */
    coolingOffUntil: BusinessTime;
  };
  PAYMENT_OVERDUE: {
    /** The day on which it is so. */
    on: string;
    overdue: Kobo;
    daysPastDue: number;
    outstanding: Kobo;
    defaultAfterDays: number;
  };
  /** The amount is the most that is debited. */
  DEBIT_ANNOUNCED: { paymentId: string; amount: Kobo; debitOn: string; bankName: string; lastFour: string };
  DEBIT_FAILED: {
    paymentId: string;
    source: PaymentSource;
    amount: Kobo;
    bankName: string;
    lastFour: string;
    failure: DebitFailure;
  };
  DEFAULTED: { at: BusinessTime; reason: DefaultReason; overdue: Kobo; outstanding: Kobo; paused: boolean };
  REPAID: {
    at: BusinessTime;
    paid: Kobo;
    /** Given back within the cooling-off period, without the fee. */
    coolingOff: boolean;
  };
  PAYMENT_RECEIVED: {
    paymentId: string;
    source: PaymentSource;
    amount: Kobo;
    bankName: string;
    lastFour: string;
    /** What is left to pay of the loan after it. */
    outstanding: Kobo;
  };
  /** What is owed cannot be sent; since: what first made it so, or the transfer that was refused last. */
  REFUND_ACCOUNT: { amount: Kobo; since: string };
  WEEKLY_SUMMARY: {
    /** First and last day of the week. */
    from: string;
    to: string;
    /** Sales of the week that the marketplace has reported; null when it reported none. */
    sold: Kobo | null;
    /** Paid back in the week, less reversals. */
    paid: Kobo;
    /** The day on which it is written: what follows is as it stands then, a day or more after the week. */
    on: string;
    outstanding: Kobo;
    next: NextInstallment | null;
    /** Paid ahead of (positive) or behind (negative) what was due. */
    aheadBehind: Kobo;
    paused: boolean;
    /** When it is likely to be paid off, and the bounds; null beyond the horizon, and without figures. */
    forecast: { early: string | null; likely: string | null; late: string | null } | null;
  };
};

export type MerchantMail<Kind extends LoanMailKind = LoanMailKind> = { [K in Kind]: { kind: K } & MailFacts[K] }[Kind];

/** The mail's fact, which a loan's merchant is told once in mails of its kind. */
export function factOf(mail: MerchantMail): string {
  switch (mail.kind) {
    case "OFFER_READY":
    case "OFFER_ENDING":
    case "MONEY_SENT":
      return "once";
    case "PAYMENT_OVERDUE":
      return mail.on;
    case "DEBIT_ANNOUNCED":
    case "DEBIT_FAILED":
    case "PAYMENT_RECEIVED":
      return mail.paymentId;
    case "DEFAULTED":
    case "REPAID":
      // A reversal opens a repaid loan again, and what is paid then cures a default: both can happen once more.
      return mail.at.toISOString();
    case "REFUND_ACCOUNT":
      return mail.since;
    case "WEEKLY_SUMMARY":
      return mail.to;
  }
}

/** Who is written to, in every mail. */
export type AboutShop = {
  business: string;
  marketplace: string;
  /** Where to complain. */
  complaints: string;
  test: boolean;
};

/** The same with the loan that a mail is about. */
export type About = AboutShop & {
  lender: string;
  /** The loan's. */
  reference: string;
  /** The loan's page; null for a merchant that no account holds. */
  page: string | null;
  /** Where the weekly summary is switched off. */
  switchOff: string;
};
