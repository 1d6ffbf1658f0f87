import { roleNames, type UserKind } from "@/lib/users/constants";
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
        lead: "Somebody has asked for an account at Marketplace Financing with this address. If it was you, open this page and type the password you chose.",
        label: "Confirm my address",
        rows: [],
        paragraphs: [
          "The link works once, for 24 hours.",
          "If it was not you, do nothing: there is no account unless somebody opens this link who knows the password.",
        ],
      };
    case "INVITATION":
      return {
        subject: "You are invited to a marketplace's dashboard",
        title: "You are invited to a marketplace's dashboard",
        lead: "Somebody who runs a marketplace's financing programme at Marketplace Financing would like you in the team. To accept, open this page and choose a password.",
        label: "Accept the invitation",
        rows: [
          { name: "Marketplace", value: mail.marketplace },
          { name: "Your role", value: roleNames[mail.role] },
        ],
        paragraphs: [
          "The link works once, for 7 days.",
          "If you do not know this marketplace, do nothing: there is no account unless somebody opens this link.",
        ],
      };
    case "ROLE_CHANGED":
      return {
        subject: "You have another role in a marketplace's dashboard",
        title: "You have another role in a marketplace's dashboard",
        lead: "From now on you may do there what your new role lets you do, without signing in again.",
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
        lead: "You have left it, or were removed. Your account at Marketplace Financing is deleted, and every session has ended.",
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
        rows: [],
        paragraphs: [
          "Where you have signed in before you can do so as always, unless the wrong passwords were typed there. Anywhere else, this mail lets you try without waiting, for two days. Your password is still asked for.",
          "If you use your password elsewhere too, change it.",
        ],
      };
    case "NEW_SIGN_IN":
      return {
        subject: "A sign-in from a new place",
        title: "A sign-in from a new place",
        lead: "Somebody has signed in to your account from where nobody had before. If it was you, there is nothing to do.",
        label: mail.userKind === "operator" ? null : "Change my password",
        rows: [
          { name: "When", value: when ?? mail.at },
          { name: "With", value: mail.agent },
          { name: "Network address", value: mail.address },
        ],
        paragraphs: [
          mail.userKind === "operator"
            ? `If it was not you, write to ${support} at once: we replace your password, which ends every session.`
            : `If it was not you, change your password at once, which ends every session. Or write to ${support}.`,
        ],
      };
    case "PASSWORD_CHANGED":
      return {
        subject: "Your password was changed",
        title: "Your password was changed",
        lead: "The password of your account at Marketplace Financing was changed, and every earlier session has ended.",
        label: null,
        rows: [{ name: "When", value: when ?? mail.at }],
        paragraphs: [notYou(support)],
      };
    case "PASSWORD_RESET":
      return {
        subject: "Choose another password",
        title: "Choose another password",
        lead: "Somebody has asked for another password for your account at Marketplace Financing. If it was you, open this page and choose one.",
        label: "Choose another password",
        rows: [],
        paragraphs: [
          "The link works once, for an hour. Your second factor, if you have one, is asked for as before.",
          "If it was not you, do nothing: your password stays as it is.",
        ],
      };
    case "NO_ACCOUNT":
      return {
        subject: "No account with this address",
        title: "No account with this address",
        lead: `Somebody has asked for another password at Marketplace Financing with this address, which has no ${accountOf(mail.userKind)}.`,
        label: "Try another address",
        rows: [],
        paragraphs: ["If it was not you, there is nothing to do. If it was, your account has another address."],
      };
    case "MANY_WRONG_CODES":
      return {
        subject: "Somebody knows your password",
        title: "Somebody knows your password",
        lead: "There have been at least ten wrong codes of your second factor in a row, each with the right password. Nobody got in that way, and further attempts have to wait, up to 15 minutes each.",
        label: "Sign in without waiting",
        rows: [],
        paragraphs: [
          "If it was you, this mail lets you try without waiting, for two days. If your authenticator app is lost, use a recovery code.",
          "If it was not you, change your password at once.",
        ],
      };
    case "SECOND_FACTOR_ON":
      return {
        subject: "Your second factor is on",
        title: "Your second factor is on",
        lead: "From now on, signing in to your account takes a code of your authenticator app as well. Earlier sessions and recovery codes have ended.",
        label: null,
        rows: [{ name: "When", value: when ?? mail.at }],
        paragraphs: [notYou(support)],
      };
    case "SECOND_FACTOR_OFF":
      return {
        subject: "Your second factor is off",
        title: "Your second factor is off",
        lead: "From now on, signing in to your account takes your password alone. Earlier sessions have ended.",
        label: null,
        rows: [{ name: "When", value: when ?? mail.at }],
        paragraphs: [notYou(support)],
      };
    case "RECOVERY_CODE_USED":
      return {
        subject: "A recovery code was used",
        title: "A recovery code was used",
        lead: "A recovery code of your account has stood in for your authenticator app, to sign in or to change how you do.",
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
        lead: "A code that we sent to this number was typed while somebody was signed in to your account. The number belongs to the account from now on, in the place of any other.",
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
  paragraph: "We never ask for your password by mail or telephone. Write to",
};
