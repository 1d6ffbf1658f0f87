import type { UserKind } from "@/lib/terms/users/constants";
import { accountMail, type Happened, happened, pagesOf } from "./mail";

/** Where each kind changes a password, or gets another. */
const passwordPages: Record<UserKind, string> = {
  marketplace: "/dashboard/forgot-password",
  merchant: "/account/security",
  operator: "/ops/test/security",
};

const at = "2026-11-22T10:00:00.000Z";

/** What people are written about signing in to their account (docs/notifications.md#accounts). */
export const securityMails = {
  MANY_FAILURES: accountMail<{ userId: string; userKind: UserKind }>({
    when: "the tenth failed sign-in in a row, then about daily while they go on",
    sample: { userId: "usr_1", userKind: "merchant" },
    text: ({ userId, userKind }, { tokens }) => ({
      subject: "Someone is guessing your password",
      lead: "Someone entered a wrong password at least ten times in a row. Each further attempt now has to wait up to 15 minutes.",
      link: { label: "Sign in without waiting", path: `${pagesOf(userKind)}/login#pass=${tokens.pass(userId)}` },
      paragraphs: [
        "On devices where you have signed in before, you can sign in as usual, unless the wrong passwords were entered there. Anywhere else, this e-mail lets you try without waiting for two days. You still need your password.",
        "If you use your password elsewhere too, change it.",
      ],
    }),
  }),

  /** With what and from which network address. */
  NEW_SIGN_IN: accountMail<{ userKind: UserKind; agent: string; address: string } & Happened>({
    when: "a sign-in from a new place; the first ever is none",
    sample: { userKind: "merchant", agent: "Chrome", address: "192.0.2.1", at },
    text: ({ userKind, agent, address, at }, { support }) => ({
      subject: "A sign-in from a new place",
      lead: "Someone signed in to your account from a new place. If it was you, you don't need to do anything.",
      link: {
        label: "Change my password",
        path: passwordPages[userKind],
      },
      rows: [happened(at), { name: "With", value: agent }, { name: "Network address", value: address }],
      paragraphs: [
        userKind === "operator"
          ? `If it was not you, write to ${support} at once. We will replace your password and sign everyone out.`
          : `If it was not you, change your password at once: that signs everyone out. Or write to ${support}.`,
      ],
    }),
  }),

  PASSWORD_CHANGED: accountMail<{ userKind: UserKind } & Happened>({
    when: "the owner or an operator has changed the password",
    sample: { userKind: "operator", at },
    text: ({ at }, { support }) => ({
      subject: "Your password was changed",
      lead: "The password of your Marketplace Financing account was changed, and every other device was signed out.",
      rows: [happened(at)],
      paragraphs: [notYou(support)],
    }),
  }),

  /** The epoch of the sessions: once they have ended, the link does not work any more. */
  PASSWORD_RESET: accountMail<{ userId: string; epoch: string; userKind: UserKind }>({
    when: "somebody has [forgotten](accounts.md#forgotten-passwords) the password of this address",
    sample: { userId: "usr_1", epoch: "0", userKind: "marketplace" },
    text: ({ userId, epoch, userKind }, { tokens }) => ({
      subject: "Choose a new password",
      lead: "Someone asked for a new password for your Marketplace Financing account. If it was you, open this page and choose one.",
      link: {
        label: "Choose a new password",
        path: `${pagesOf(userKind)}/reset-password#token=${tokens.reset(userId, epoch)}`,
      },
      paragraphs: [
        "The link works once, for one hour. If you have a second factor, you still need it.",
        "If it was not you, ignore this e-mail: your password stays the same.",
      ],
    }),
  }),

  NO_ACCOUNT: accountMail<{ userKind: UserKind }>({
    when: "the same for an address without an account",
    sample: { userKind: "merchant" },
    text: ({ userKind }) => {
      const account = userKind === "merchant" ? "account of a shop" : "account in the dashboard of a marketplace";
      return {
        subject: "No account with this address",
        lead: `Someone asked for a new Marketplace Financing password with this address, which has no ${account}.`,
        link: { label: "Try another address", path: `${pagesOf(userKind)}/forgot-password` },
        paragraphs: ["If it was you, your account uses a different address. If not, you don't need to do anything."],
      };
    },
  }),

  /** Somebody has the password, and guesses at the second factor. */
  MANY_WRONG_CODES: accountMail<{ userId: string; userKind: UserKind }>({
    when: "the tenth wrong code of the second factor in a row, with the right password",
    sample: { userId: "usr_1", userKind: "marketplace" },
    text: ({ userId, userKind }, { tokens }) => ({
      subject: "Someone knows your password",
      lead: "Someone entered the right password but a wrong second-factor code at least ten times in a row. They did not get in, and each further attempt has to wait up to 15 minutes.",
      link: { label: "Sign in without waiting", path: `${pagesOf(userKind)}/login#pass=${tokens.pass(userId)}` },
      paragraphs: [
        "If it was you, this e-mail lets you try without waiting for two days. If you have lost your authenticator app, use a recovery code.",
        "If it was not you, change your password at once.",
      ],
    }),
  }),

  SECOND_FACTOR_ON: accountMail<{ userKind: UserKind } & Happened>({
    when: "a [second factor](accounts.md#second-factor) was set up or moved",
    sample: { userKind: "marketplace", at },
    text: ({ at }, { support }) => ({
      subject: "Your second factor is on",
      lead: "From now on, you also need a code from your authenticator app to sign in. Other devices were signed out, and earlier recovery codes no longer work.",
      rows: [happened(at)],
      paragraphs: [notYou(support)],
    }),
  }),

  SECOND_FACTOR_OFF: accountMail<{ userKind: UserKind } & Happened>({
    when: "it was turned off",
    sample: { userKind: "marketplace", at },
    text: ({ at }, { support }) => ({
      subject: "Your second factor is off",
      lead: "From now on, you only need your password to sign in. Other devices were signed out.",
      rows: [happened(at)],
      paragraphs: [notYou(support)],
    }),
  }),

  RECOVERY_CODE_USED: accountMail<{ userKind: UserKind; left: string } & Happened>({
    when: "a recovery code stood in for the app",
    sample: { userKind: "marketplace", at, left: "9" },
    text: ({ at, left }, { support }) => ({
      subject: "A recovery code was used",
      lead: "A recovery code was used instead of your authenticator app, to sign in or to change your sign-in settings.",
      rows: [happened(at), { name: "Recovery codes left", value: left }],
      paragraphs: [notYou(support)],
    }),
  }),

  /** With the last digits of the number. */
  PHONE_VERIFIED: accountMail<{ userKind: UserKind; ending: string } & Happened>({
    when: "a code has proved a [phone number](merchant-accounts.md#phone-number)",
    sample: { userKind: "merchant", at, ending: "4567" },
    text: ({ at, ending }, { support }) => ({
      subject: "Your phone number is confirmed",
      lead: "The code that we sent to this number was entered in your account. This is now the number of your account and replaces any earlier one.",
      rows: [{ name: "Ends with", value: ending }, happened(at)],
      paragraphs: [notYou(support)],
    }),
  }),
};

function notYou(support: string): string {
  return `If it was not you, write to ${support} at once.`;
}
