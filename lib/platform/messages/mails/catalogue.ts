import type { LoanMailKind, Locale } from "@/lib/terms/notifications";
import type { Formats } from "./formats";
import type { About, MerchantMail } from "./merchant-mail";

type Row = { name: string; value: string };

/** The text of one mail. Figures stand in rows, sentences in paragraphs; the first row is the one that matters. */
export type MailText = {
  subject: string;
  title: string;
  lead: string;
  rows: Row[];
  paragraphs: string[];
  /** What a mail about a loan leads to on the loan's page, or below it. */
  link?: { label: string; below?: string };
};

/**
 * All texts of a language about loans. Each mail is a function that makes whole sentences, so that a language orders them as it
 * needs; a new language is a new file like `texts-en.ts`.
 */
export type Catalogue = {
  mails: { [Kind in LoanMailKind]: (mail: MerchantMail<Kind>, about: About, formats: Formats) => MailText };
  /** Who lends, and how to complain: at the end of every mail. */
  contact: (about: About) => { title: string; rows: Row[]; paragraph: string };
  /** Before a mail about test data. */
  test: string;
  /** In the weekly summary: how to switch it off. */
  switchOff: { paragraph: string; link: string };
};

/** Everything a mail says, in its order. */
export type MailContent = MailText & {
  locale: Locale;
  /** Where to do what it is about. */
  action: { label: string; url: string } | null;
  contact: ReturnType<Catalogue["contact"]>;
  test: string | null;
  switchOff: (Catalogue["switchOff"] & { url: string }) | null;
};
