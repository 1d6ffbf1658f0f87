import type { AccountMail, AccountMailAbout } from "./account-mail";
import type { MailContent } from "./catalogue";

type Text = Pick<MailContent, "subject" | "title" | "lead" | "rows" | "paragraphs"> & { label: string | null };

/** A mail about an account, in English. */
export function englishAccountText(mail: AccountMail, { support, pass, when }: AccountMailAbout): Text {
  switch (mail.kind) {
    case "CONFIRM_ADDRESS":
      return {
        subject: "Confirm your e-mail address",
        title: "Confirm your e-mail address",
        lead: "Somebody has asked for an account at Marketplace Financing with this address. If it was you, open this page and type the password you chose.",
        label: "Confirm my address",
        rows: [],
        paragraphs: [
          "The link works once, for 24 hours.",
          "If it was not you, do nothing: there is no account unless somebody opens this link who knows the password.",
        ],
      };
    case "ACCOUNT_EXISTS":
      return {
        subject: "You already have an account",
        title: "You already have an account",
        lead: "Somebody has asked for a new account at Marketplace Financing with this address. It has one already, and nothing has changed.",
        label: "Sign in",
        rows: [],
        paragraphs: [
          "If it was you, go back to the page where you began and choose “Sign in”. If it was not you, there is nothing to do.",
        ],
      };
    case "MANY_FAILURES":
      return {
        subject: "Somebody is trying passwords on your account",
        title: "Somebody is trying passwords on your account",
        lead: "There have been at least ten wrong passwords in a row. Further attempts now have to wait, up to 15 minutes each.",
        label: "Sign in without waiting",
        rows: pass ? [{ name: "Sign-in pass", value: pass }] : [],
        paragraphs: [
          "Where you have signed in before you can do so as always, unless the wrong passwords were typed there. Anywhere else, this mail lets you try without waiting, for two days. Your password is still asked for.",
          ...(pass ? ["Send the sign-in pass as “pass” when you log in."] : []),
          "If you use your password elsewhere too, change it.",
        ],
      };
    case "NEW_SIGN_IN":
      return {
        subject: "A sign-in from a new place",
        title: "A sign-in from a new place",
        lead: "Somebody has signed in to your account from where nobody had before. If it was you, there is nothing to do.",
        label: mail.userKind === "merchant" ? "Change my password" : null,
        rows: [
          { name: "When", value: when ?? mail.at },
          { name: "With", value: mail.agent },
          { name: "Network address", value: mail.address },
        ],
        paragraphs: [
          mail.userKind === "merchant"
            ? `If it was not you, change your password at once, which ends every session. Or write to ${support}.`
            : `If it was not you, write to ${support} at once: we replace your password, which ends every session.`,
        ],
      };
    case "PASSWORD_CHANGED":
      return {
        subject: "Your password was changed",
        title: "Your password was changed",
        lead: "The password of your account at Marketplace Financing was changed, and every earlier session has ended.",
        label: null,
        rows: [{ name: "When", value: when ?? mail.at }],
        paragraphs: [`If it was not you, write to ${support} at once.`],
      };
  }
}

export const englishContact = {
  title: "Questions",
  paragraph: "We never ask for your password by mail or telephone. Write to",
};
