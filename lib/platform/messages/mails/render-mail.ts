import { onOneLine } from "@/lib/kernel/one-line";
import type { LoanMailKind, Locale } from "@/lib/terms/notifications";
import type { Catalogue, MailContent, MailText } from "./catalogue";
import { type Formats, formats } from "./formats";
import { htmlPart } from "./html-part";
import type { About, MerchantMail } from "./merchant-mail";
import { english } from "./texts-en";

const catalogues: Record<Locale, Catalogue> = { en: english };

/** A mail as it is sent: the same content twice, as text and as HTML. */
export type RenderedMail = { subject: string; text: string; html: string };

/** Writes a mail to a merchant about its loan. Names in it may be anything that people or marketplaces have typed. */
export function renderMail(mail: MerchantMail, given: About, locale: Locale): RenderedMail {
  const catalogue = catalogues[locale];
  const about = { ...given, ...namesIn(given) };
  const { link, ...content } = textOf(catalogue, mail, about, formats[locale]);
  const whole = {
    ...content,
    locale,
    action: link && about.page !== null ? { label: link.label, url: `${about.page}${link.below ?? ""}` } : null,
    contact: catalogue.contact(about),
    test: about.test ? catalogue.test : null,
    switchOff: mail.kind === "WEEKLY_SUMMARY" ? { ...catalogue.switchOff, url: about.switchOff } : null,
  };
  return bothParts(whole);
}

/** The content as text and as HTML. */
export function bothParts(content: MailContent): RenderedMail {
  return { subject: content.subject, text: textPart(content), html: htmlPart(content) };
}

function textOf<Kind extends LoanMailKind>(
  { mails }: Catalogue,
  mail: MerchantMail<Kind> & { kind: Kind },
  about: About,
  written: Formats,
): MailText {
  return mails[mail.kind](mail, about, written);
}

/** The text part. */
function textPart(content: MailContent): string {
  const { title, lead, action, rows, paragraphs, contact, test, switchOff } = content;
  const table = (lines: MailText["rows"]) => lines.map(({ name, value }) => `${name}: ${value}`).join("\n");
  const parts = [
    ...(test ? [test] : []),
    title,
    lead,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(rows.length > 0 ? [table(rows)] : []),
    ...paragraphs,
    [contact.title, ...(contact.rows.length > 0 ? [table(contact.rows)] : []), contact.paragraph].join("\n"),
    ...(switchOff ? [`${switchOff.paragraph} ${switchOff.link}:\n${switchOff.url}`] : []),
  ];
  return `${parts.join("\n\n")}\n`;
}

function namesIn({ business, lender, marketplace }: About) {
  return { business: readable(business), lender: readable(lender), marketplace: readable(marketplace) };
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/** A name that leaves the sentence around it as it is. One written from right to left is isolated. */
export function readable(name: string): string {
  const plain = onOneLine(name);
  return rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain;
}
