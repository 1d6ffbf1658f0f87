import {
  type AccountMail,
  type FactsOf,
  type LoanMail,
  loanMails,
  type MerchantMail,
  mailsToAccounts,
} from "@/lib/terms/mails/all-mails";
import {
  type AboutAccount,
  type AboutLoan,
  type AboutMerchant,
  type AccountMailEntry,
  type LoanMailEntry,
  type MailText,
  type MerchantMailEntry,
  readable,
} from "@/lib/terms/mails/mail";
import { merchantMails } from "@/lib/terms/mails/merchant-mails";
import { htmlPart, type MailContent } from "./html-part";

/** A mail as it is sent: the same content twice, as text and as HTML. */
export type RenderedMail = { subject: string; text: string; html: string };

type LoanKind = keyof typeof loanMails;
const loanEntries: { [Kind in LoanKind]: LoanMailEntry<FactsOf<typeof loanMails, Kind>> } = loanMails;

/** The entry of a mail, and the mail as the entry knows it. */
function loanEntry<Kind extends LoanKind>(mail: { kind: Kind } & FactsOf<typeof loanMails, Kind>) {
  const { once, optional, text } = loanEntries[mail.kind];
  return { fact: once.fact?.(mail) ?? "once", optional, textFor: (about: AboutLoan) => text(mail, about) };
}

/** The mail's fact, which a loan's merchant is told once in mails of its kind. */
export function factOf(mail: LoanMail): string {
  return loanEntry(mail).fact;
}

/** Names in it may be anything that was typed. `switchOff`: where the merchant ends mails of this kind, if it may. */
export function renderLoanMail(mail: LoanMail, given: AboutLoan & { switchOff: string }): RenderedMail {
  const about = { ...given, ...namesIn(given), lender: readable(given.lender) };
  const { optional, textFor } = loanEntry(mail);
  const { link, ...text } = textFor(about);
  return bothParts(text, {
    action: link && about.page !== null ? { label: link.label, url: `${about.page}${link.below ?? ""}` } : null,
    contact: {
      title: "Who lends, and how to complain",
      rows: [
        { name: "Lender", value: about.lender },
        { name: "Offered through", value: about.marketplace },
        { name: "Lent to", value: about.business },
        { name: "Loan", value: about.reference },
        { name: "Complaints", value: about.complaints },
      ],
      paragraph: "Write to that address and name the loan. We never ask for a password or a PIN.",
    },
    test: testOf(about),
    switchOff: optional
      ? { paragraph: "You get this once a week while the loan runs.", link: "Switch it off", url: about.switchOff }
      : null,
  });
}

type MerchantKind = keyof typeof merchantMails;
const merchantEntries: { [Kind in MerchantKind]: MerchantMailEntry<FactsOf<typeof merchantMails, Kind>> } =
  merchantMails;

function merchantText<Kind extends MerchantKind>(
  mail: { kind: Kind } & FactsOf<typeof merchantMails, Kind>,
  about: AboutMerchant,
) {
  return merchantEntries[mail.kind].text(mail, about);
}

/** Writes a mail to a merchant about itself. Names and reviewers' words in it may be anything. */
export function renderMerchantMail(mail: MerchantMail, given: AboutMerchant): RenderedMail {
  const about = { ...given, ...namesIn(given) };
  const { label, ...text } = merchantText(mail, about);
  return bothParts(text, {
    action: about.page === null ? null : { label, url: about.page },
    contact: {
      title: "What this is about, and how to complain",
      rows: [
        { name: merchantMails[mail.kind].called, value: about.business },
        { name: "On", value: about.marketplace },
        { name: "Complaints", value: about.complaints },
      ],
      paragraph: "Write to that address and name your business. We never ask for a password or a PIN.",
    },
    test: testOf(about),
    switchOff: null,
  });
}

type AccountKind = keyof typeof mailsToAccounts;
const accountEntries: { [Kind in AccountKind]: AccountMailEntry<FactsOf<typeof mailsToAccounts, Kind>> } =
  mailsToAccounts;

function accountText<Kind extends AccountKind>(
  mail: { kind: Kind } & FactsOf<typeof mailsToAccounts, Kind>,
  about: AboutAccount,
) {
  return accountEntries[mail.kind].text(mail, about);
}

/** Its address is the service's own, never what a request calls its host; an operator has no pages. */
export function renderAccountMail(mail: AccountMail, about: AboutAccount & { baseUrl: string }): RenderedMail {
  const { link, ...text } = accountText(mail, about);
  const led = link && !("userKind" in mail && mail.userKind === "operator");
  return bothParts(text, {
    action: led ? { label: link.label, url: `${about.baseUrl}${link.path}` } : null,
    contact: {
      title: "Questions",
      rows: [],
      paragraph: `We never ask for your password by e-mail or phone. Write to ${about.support}.`,
    },
    test: null,
    switchOff: null,
  });
}

function namesIn({ business, marketplace }: AboutMerchant) {
  return { business: readable(business), marketplace: readable(marketplace) };
}

function testOf({ test }: AboutMerchant): string | null {
  return test ? "This is about test data: no money moves." : null;
}

function bothParts(
  text: MailText,
  around: Pick<MailContent, "action" | "contact" | "test" | "switchOff">,
): RenderedMail {
  const content: MailContent = { ...text, title: text.title ?? text.subject, rows: text.rows ?? [], ...around };
  return { subject: content.subject, text: textPart(content), html: htmlPart(content) };
}

function textPart(content: MailContent): string {
  const { title, lead, action, rows, paragraphs, contact, test, switchOff } = content;
  const table = (lines: MailContent["rows"]) => lines.map(({ name, value }) => `${name}: ${value}`).join("\n");
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
