import type { Environment } from "@/lib/kernel/actor";
import { onOneLine } from "@/lib/kernel/one-line";
import { realTimeOf } from "@/lib/kernel/time";
import type { KycStatus } from "@/lib/terms/kyc/states";
import type { LoanState } from "@/lib/terms/loans/states";
import type { MailTopic } from "@/lib/terms/marketplaces";
import type { PaymentStatus } from "@/lib/terms/payments/states";
import type { UserKind } from "@/lib/terms/users/constants";
import { moment } from "./formats";

/** What a mail says. Figures stand in rows, sentences in paragraphs; the first row is the one that matters. */
export type MailText = {
  subject: string;
  /** Without one, the subject. */
  title?: string;
  lead: string;
  rows?: { name: string; value: string }[];
  paragraphs: string[];
};

/** What stands in every entry of a mail; `Facts` is what differs from one to the next. */
type Entry<Facts> = {
  /** When it is written, for docs/notifications.md. */
  when: string;
  sample: Facts;
};

/** What has become, by the time a mail is sent, of what it is about. Null: nothing of the kind. */
export type Since = { loan: LoanState | null; payment: PaymentStatus | null; kyc: KycStatus | null };

export type ToMerchant = {
  /** It is not true any more, and is not sent. */
  outdated?: (since: Since) => boolean;
  /** The merchant may switch it off. */
  optional?: true;
};

/** Who is written to, in every mail to a merchant. */
export type AboutMerchant = {
  business: string;
  marketplace: string;
  complaints: string;
  test: boolean;
  /** The page that the mail leads to, in the account that holds the merchant; null: none does. */
  page: string | null;
};

export type MerchantMailEntry<Facts> = Entry<Facts> &
  ToMerchant & {
    /** What the mail calls the merchant where it says whom it is about. */
    called: string;
    page: (merchantId: string) => string;
    text: (mail: Facts, about: AboutMerchant) => MailText & { label: string };
  };

export type AboutLoan = AboutMerchant & { lender: string; reference: string };

export type LoanMailEntry<Facts> = Entry<Facts> &
  ToMerchant & {
    /** The loan's merchant is told each fact once: in words, and what tells two of them apart where there can be two. */
    once: { per: string; fact?: (mail: Facts) => string };
    /** `link` is to the loan's page, or to one below it. */
    text: (mail: Facts, about: AboutLoan) => MailText & { link?: { label: string; below?: string } };
  };

/** What the mails about accounts need of the service: where to complain, and tokens that are stored nowhere. */
export type AboutAccount = {
  support: string;
  tokens: {
    signUp: (signUpId: string) => string;
    invitation: (invitationId: string) => string;
    reset: (userId: string, epoch: string) => string;
    /** Lets a user try to sign in without waiting. */
    pass: (userId: string) => string;
  };
};

export type AccountMailEntry<Facts extends Record<string, string>> = Entry<Facts> & {
  text: (mail: Facts, about: AboutAccount) => MailText & { link?: { label: string; path: string } };
};

/** A mail to a merchant about itself, which is also a notification in the account that holds it. */
export const merchantMail = <Facts extends object>(entry: MerchantMailEntry<Facts>) => entry;

export const loanMail = <Facts extends object>(entry: LoanMailEntry<Facts>) => entry;

/**
 * A mail to the owner of an account, or of an address. It repeats no name that a stranger has typed, since anybody can
 * sign up with an address; but who is invited must know by which marketplace, and who was in a team, whose.
 */
export const accountMail = <Facts extends Record<string, string>>(entry: AccountMailEntry<Facts>) => entry;

/** When something happened (ISO 8601). */
export type Happened = { at: string };

export const happened = (at: string) => ({ name: "When", value: moment(realTimeOf(at)) });

/** Where an account signs in. */
export const pagesOf = (userKind: UserKind) => userPages[userKind];

const userPages = { merchant: "/account", marketplace: "/dashboard", operator: "/ops" } as const;

type PlainText = { subject: string; lines: string[] };

export type StaffMailEntry<Facts> = Entry<Facts> & {
  /** Each topic has addresses of its own. */
  topic: MailTopic;
  text: (mail: Facts, environment: Environment) => PlainText;
};

/** A mail to a marketplace's staff, as plain text. */
export const staffMail = <Facts extends object>(entry: StaffMailEntry<Facts>) => entry;

type PermissionMailEntry<Facts> = Entry<Facts> &
  ToMerchant & { text: (mail: Facts, about: { test: boolean; support: string; baseUrl: string }) => PlainText };

/** A mail to whoever gave a marketplace's permission, as plain text, which is also a notification in the account. */
export const permissionMail = <Facts extends object>(entry: PermissionMailEntry<Facts>) => entry;

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/** A name that leaves the sentence around it as it is. One written from right to left is isolated. */
export function readable(name: string): string {
  const plain = onOneLine(name);
  return rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain;
}
