import { masked } from "@/lib/kernel/mask";
import type { Locale } from "@/lib/terms/notifications";
import type { ApplicationMail, ApplicationMailAbout } from "./application-mail";
import { bothParts, type RenderedMail, readable } from "./render-mail";
import { englishApplicationContact, englishApplicationText } from "./texts-application-en";
import { english } from "./texts-en";

/** Writes a mail to a merchant about its application. Names and reviewers' words in it may be anything. */
export function renderApplicationMail(
  mail: ApplicationMail,
  given: ApplicationMailAbout,
  locale: Locale,
): RenderedMail {
  const about = { ...given, business: readable(given.business), marketplace: readable(given.marketplace) };
  const { label, ...text } = englishApplicationText(toldOf(mail), about);
  return bothParts({
    ...text,
    locale,
    action: about.page === null ? null : { label, url: about.page },
    contact: englishApplicationContact(about),
    test: about.test ? english.test : null,
    switchOff: null,
  });
}

function toldOf(mail: ApplicationMail): ApplicationMail {
  switch (mail.kind) {
    case "APPLICATION_REJECTED":
      return { ...mail, reason: told(mail.reason) };
    case "APPLICATION_SENT_BACK":
      return { ...mail, asked: mail.asked.map(({ step, message }) => ({ step, message: told(message) })) };
    default:
      return mail;
  }
}

/** A BVN or NIN; a phone number has as many digits, and may have to be called. */
const identityNumber = /(?<!\d)(?!0[789])\d{11}(?!\d)/g;

/** What a reviewer has written, without the whole of any identity number: mails pass through many hands. */
function told(words: string): string {
  return readable(words).replace(identityNumber, masked);
}
