import type { AccountMail, AccountMailAbout } from "./account-mail";
import type { MailContent } from "./catalogue";
import { bothParts, type RenderedMail, readable } from "./render-mail";
import { englishAccountText, englishContact } from "./texts-account-en";

/** Writes a mail about an account. */
export function renderAccountMail(mail: AccountMail, about: AccountMailAbout): RenderedMail {
  const told = "marketplace" in mail ? { ...mail, marketplace: readable(mail.marketplace) } : mail;
  const { label, ...text } = englishAccountText(told, about);
  const whole: MailContent = {
    ...text,
    locale: "en",
    action: label && about.url ? { label, url: about.url } : null,
    contact: { title: englishContact.title, rows: [], paragraph: `${englishContact.paragraph} ${about.support}.` },
    test: null,
    switchOff: null,
  };
  return bothParts(whole);
}
