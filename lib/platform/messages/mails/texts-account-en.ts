import { roleNames, type UserKind } from "@/lib/terms/users/constants";
import type { AccountMail, AccountMailAbout } from "./account-mail";
import type { MailContent } from "./catalogue";

type Text = Pick<MailContent, "subject" | "title" | "lead" | "rows" | "paragraphs"> & { label: string | null };

/** A mail about an account, in English. */
export function englishAccountText(mail: AccountMail, { support, when }: AccountMailAbout): Text {
  switch (mail.kind) {
    case "CONFIRM_ADDRESS":
      return {
        subject: "Confirm your e-mail address",
        title: "Confirm your e-mail address",
        lead: "Someone asked to create a Marketplace Financing account with this address. If it was you, open this page and enter the password you chose.",
        label: "Confirm my address",
        rows: [],
        paragraphs: [
          "The link works once, for 24 hours.",
          "If it was not you, ignore this e-mail: the account is only created when the link is opened and the password entered.",
        ],
      };
    case "INVITATION":
      return {
        subject: "You are invited to a marketplace's dashboard",
        title: "You are invited to a marketplace's dashboard",
        lead: "A marketplace that offers financing through Marketplace Financing has invited you to its team. To accept, open this page and choose a password.",
        label: "Accept the invitation",
        rows: [
          { name: "Marketplace", value: mail.marketplace },
          { name: "Your role", value: roleNames[mail.role] },
        ],
        paragraphs: [
          "The link works once, for 7 days.",
          "If you do not know this marketplace, ignore this e-mail: no account is created unless the link is opened.",
        ],
      };
    case "ROLE_CHANGED":
      return {
        subject: "You have another role in a marketplace's dashboard",
        title: "You have another role in a marketplace's dashboard",
        lead: "Your new role applies at once. You don't need to sign in again.",
        label: "See the team",
        rows: [
          { name: "Marketplace", value: mail.marketplace },
          { name: "Your role", value: roleNames[mail.to] },
          { name: "Before", value: roleNames[mail.from] },
          { name: "When", value: when ?? mail.at },
        ],
        paragraphs: [unexpected(support)],
      };
    case "TEAM_LEFT":
      return {
        subject: "You are no longer in a marketplace's team",
        title: "You are no longer in a marketplace's team",
        lead: "You have left it, or were removed. Your Marketplace Financing account has been deleted and you are signed out everywhere.",
        label: null,
        rows: [
          { name: "Marketplace", value: mail.marketplace },
          { name: "When", value: when ?? mail.at },
        ],
        paragraphs: [unexpected(support)],
      };
    case "ACCOUNT_EXISTS":
      return {
        subject: "You already have an account",
        title: "You already have an account",
        lead: "Someone asked to create a Marketplace Financing account with this address. It already has one, and nothing has changed.",
        label: "Sign in",
        rows: [],
        paragraphs: [
          "If it was you, go back to the page where you started and choose “Sign in”. If not, you don't need to do anything.",
        ],
      };
    case "MANY_FAILURES":
      return {
        subject: "Someone is guessing your password",
        title: "Someone is guessing your password",
        lead: "Someone entered a wrong password at least ten times in a row. Each further attempt now has to wait up to 15 minutes.",
        label: "Sign in without waiting",
        rows: [],
        paragraphs: [
          "On devices where you have signed in before, you can sign in as usual, unless the wrong passwords were entered there. Anywhere else, this e-mail lets you try without waiting for two days. You still need your password.",
          "If you use your password elsewhere too, change it.",
        ],
      };
    case "NEW_SIGN_IN":
      return {
        subject: "A sign-in from a new place",
        title: "A sign-in from a new place",
        lead: "Someone signed in to your account from a new place. If it was you, you don't need to do anything.",
        label: mail.userKind === "operator" ? null : "Change my password",
        rows: [
          { name: "When", value: when ?? mail.at },
          { name: "With", value: mail.agent },
          { name: "Network address", value: mail.address },
        ],
        paragraphs: [
          mail.userKind === "operator"
            ? `If it was not you, write to ${support} at once. We will replace your password and sign everyone out.`
            : `If it was not you, change your password at once: that signs everyone out. Or write to ${support}.`,
        ],
      };
    case "PASSWORD_CHANGED":
      return {
        subject: "Your password was changed",
        title: "Your password was changed",
        lead: "The password of your Marketplace Financing account was changed, and every other device was signed out.",
        label: null,
        rows: [{ name: "When", value: when ?? mail.at }],
        paragraphs: [notYou(support)],
      };
    case "PASSWORD_RESET":
      return {
        subject: "Choose a new password",
        title: "Choose a new password",
        lead: "Someone asked for a new password for your Marketplace Financing account. If it was you, open this page and choose one.",
        label: "Choose a new password",
        rows: [],
        paragraphs: [
          "The link works once, for one hour. If you have a second factor, you still need it.",
          "If it was not you, ignore this e-mail: your password stays the same.",
        ],
      };
    case "NO_ACCOUNT":
      return {
        subject: "No account with this address",
        title: "No account with this address",
        lead: `Someone asked for a new Marketplace Financing password with this address, which has no ${accountOf(mail.userKind)}.`,
        label: "Try another address",
        rows: [],
        paragraphs: ["If it was you, your account uses a different address. If not, you don't need to do anything."],
      };
    case "MANY_WRONG_CODES":
      return {
        subject: "Someone knows your password",
        title: "Someone knows your password",
        lead: "Someone entered the right password but a wrong second-factor code at least ten times in a row. They did not get in, and each further attempt has to wait up to 15 minutes.",
        label: "Sign in without waiting",
        rows: [],
        paragraphs: [
          "If it was you, this e-mail lets you try without waiting for two days. If you have lost your authenticator app, use a recovery code.",
          "If it was not you, change your password at once.",
        ],
      };
    case "SECOND_FACTOR_ON":
      return {
        subject: "Your second factor is on",
        title: "Your second factor is on",
        lead: "From now on, you also need a code from your authenticator app to sign in. Other devices were signed out, and earlier recovery codes no longer work.",
        label: null,
        rows: [{ name: "When", value: when ?? mail.at }],
        paragraphs: [notYou(support)],
      };
    case "SECOND_FACTOR_OFF":
      return {
        subject: "Your second factor is off",
        title: "Your second factor is off",
        lead: "From now on, you only need your password to sign in. Other devices were signed out.",
        label: null,
        rows: [{ name: "When", value: when ?? mail.at }],
        paragraphs: [notYou(support)],
      };
    case "RECOVERY_CODE_USED":
      return {
        subject: "A recovery code was used",
        title: "A recovery code was used",
        lead: "A recovery code was used instead of your authenticator app, to sign in or to change your sign-in settings.",
        label: null,
        rows: [
          { name: "When", value: when ?? mail.at },
          { name: "Recovery codes left", value: mail.left },
        ],
        paragraphs: [notYou(support)],
      };
    case "PHONE_VERIFIED":
      return {
        subject: "Your phone number is confirmed",
        title: "Your phone number is confirmed",
        lead: "The code that we sent to this number was entered in your account. This is now the number of your account and replaces any earlier one.",
        label: null,
        rows: [
          { name: "Ends with", value: mail.ending },
          { name: "When", value: when ?? mail.at },
        ],
        paragraphs: [notYou(support)],
      };
  }
}

function accountOf(userKind: UserKind): string {
  return userKind === "merchant" ? "account of a shop" : "account in the dashboard of a marketplace";
}

function notYou(support: string): string {
  return `If it was not you, write to ${support} at once.`;
}

function unexpected(support: string): string {
  return `If you did not expect this, ask an owner of the marketplace, or write to ${support}.`;
}

export const englishContact = {
  title: "Questions",
  paragraph: "We never ask for your password by e-mail or phone. Write to",
};
