import type { MarketplaceRole, OperatorRole } from "@/lib/kernel/actor";
import { operatorRoleLabels, roleLabels, type UserKind } from "@/lib/terms/users/constants";
import { accountMail, type Happened, happened, pagesOf, readable } from "./mail";

/** What people are written about having an account and a place in a team (docs/notifications.md#accounts). */
export const accountMails = {
  CONFIRM_ADDRESS: accountMail<{ signUpId: string; userKind: UserKind }>({
    when: "somebody has signed up, or registered a marketplace, with an address that has no account",
    sample: { signUpId: "sup_1", userKind: "marketplace" },
    text: ({ signUpId, userKind }, { tokens }) => ({
      subject: "Confirm your e-mail address",
      lead: "Someone asked to create a Marketplace Financing account with this address. If it was you, open this page and enter the password you chose.",
      link: { label: "Confirm my address", path: `${pagesOf(userKind)}/verify#token=${tokens.signUp(signUpId)}` },
      paragraphs: [
        "The link works once, for 24 hours.",
        "If it was not you, ignore this e-mail: the account is only created when the link is opened and the password entered.",
      ],
    }),
  }),

  ACCOUNT_EXISTS: accountMail<{ userKind: UserKind }>({
    when: "somebody has signed up with one that has",
    sample: { userKind: "merchant" },
    text: ({ userKind }) => ({
      subject: "You already have an account",
      lead: "Someone asked to create a Marketplace Financing account with this address. It already has one, and nothing has changed.",
      link: { label: "Sign in", path: `${pagesOf(userKind)}/login` },
      paragraphs: [
        "If it was you, go back to the page where you started and choose “Sign in”. If not, you don't need to do anything.",
      ],
    }),
  }),

  INVITATION: accountMail<{ invitationId: string; marketplace: string; role: MarketplaceRole }>({
    when: "somebody is [invited](accounts.md#invitations) into a marketplace's team",
    sample: { invitationId: "inv_1", marketplace: "Demo Market", role: "DEVELOPER" },
    text: ({ invitationId, marketplace, role }, { tokens }) => ({
      subject: "You are invited to a marketplace's dashboard",
      lead: "A marketplace that offers financing through Marketplace Financing has invited you to its team. To accept, open this page and choose a password.",
      link: { label: "Accept the invitation", path: `/dashboard/invitation#token=${tokens.invitation(invitationId)}` },
      rows: [
        { name: "Marketplace", value: readable(marketplace) },
        { name: "Your role", value: roleLabels[role] },
      ],
      paragraphs: [
        "The link works once, for 7 days.",
        "If you do not know this marketplace, ignore this e-mail: no account is created unless the link is opened.",
      ],
    }),
  }),

  OPERATOR_ADDED: accountMail<{ userId: string; epoch: string; role: OperatorRole }>({
    when: "two operators have made somebody [one of them](console.md#people)",
    sample: { userId: "usr_1", epoch: "0", role: "REVIEWER" },
    text: ({ userId, epoch, role }, { tokens }) => ({
      subject: "You are an operator of Marketplace Financing",
      lead: "An account was made for you in the operator console. To begin, open this page and choose a password.",
      link: { label: "Choose a password", path: `/ops/reset-password#token=${tokens.reset(userId, epoch)}` },
      rows: [{ name: "Your role", value: operatorRoleLabels[role] }],
      paragraphs: [
        "The link works once, for one hour. After that, ask an administrator of the console to send you another.",
      ],
    }),
  }),

  ROLE_CHANGED: accountMail<{ marketplace: string; from: MarketplaceRole; to: MarketplaceRole } & Happened>({
    when: "a member of a marketplace's team was given another [role](accounts.md#roles)",
    sample: { marketplace: "Demo Market", from: "OWNER", to: "VIEWER", at: "2026-11-22T10:00:00.000Z" },
    text: ({ marketplace, from, to, at }, { support }) => ({
      subject: "You have another role in a marketplace's dashboard",
      lead: "Your new role applies at once. You don't need to sign in again.",
      link: { label: "See the team", path: "/dashboard/test/team" },
      rows: [
        { name: "Marketplace", value: readable(marketplace) },
        { name: "Your role", value: roleLabels[to] },
        { name: "Before", value: roleLabels[from] },
        happened(at),
      ],
      paragraphs: [unexpected(support)],
    }),
  }),

  TEAM_LEFT: accountMail<{ marketplace: string } & Happened>({
    when: "one was removed from the team, or has left it",
    sample: { marketplace: "Demo Market", at: "2026-11-22T10:00:00.000Z" },
    text: ({ marketplace, at }, { support }) => ({
      subject: "You are no longer in a marketplace's team",
      lead: "You have left it, or were removed. Your Marketplace Financing account has been deleted and you are signed out everywhere.",
      rows: [{ name: "Marketplace", value: readable(marketplace) }, happened(at)],
      paragraphs: [unexpected(support)],
    }),
  }),

  /** `kinds`: one a line, with how many. Names of those who wait stand in the console alone. */
  WORK_WAITS: accountMail<{ kinds: string; hours: string }>({
    when: "live work has waited longer than a [setting](console.md#mails) allows for an operator whose role does it; once for each",
    sample: { kinds: "Held payout: 2\nStatement: 1", hours: "24" },
    text: ({ kinds, hours }) => ({
      subject: "Work waits in the operator console",
      lead: `This has waited for more than ${hours} hours, and your role may do it.`,
      link: { label: "See what waits", path: "/ops/live" },
      rows: kinds.split("\n").map((line) => {
        const [name = "", value = ""] = line.split(": ");
        return { name, value };
      }),
      paragraphs: ["You are not written about the same again, unless it waits anew."],
    }),
  }),

  LENDER_WORK_WAITS: accountMail<{ lender: string; kinds: string; hours: string }>({
    when: "money is late from a marketplace, or a batch waits, longer than that setting allows, for the address of the lender; once for each",
    sample: { lender: "Harmattan Credit", kinds: "Money late from a marketplace: 1\nBatch that waits: 2", hours: "24" },
    text: ({ lender, kinds, hours }) => ({
      subject: "Work waits for a lender",
      lead: `This of ${readable(lender)} has waited for more than ${hours} hours.`,
      rows: kinds.split("\n").map((line) => {
        const [name = "", value = ""] = line.split(": ");
        return { name, value };
      }),
      paragraphs: [
        "Ask the service’s operators about it. You are not written about the same again, unless it waits anew.",
      ],
    }),
  }),
};

function unexpected(support: string): string {
  return `If you did not expect this, ask an owner of the marketplace, or write to ${support}.`;
}
