import type { MarketplaceRole } from "@/lib/kernel/actor";
import type { AccountMailKind } from "@/lib/terms/notifications";
import type { UserKind } from "@/lib/terms/users/constants";

/**
 * What each kind of mail about an account tells. No name that a stranger has typed, since anybody can sign up with an
 * address; but who is invited must know by which marketplace, and who was in a team, whose.
 */
export type AccountMailFacts = {
  CONFIRM_ADDRESS: { signUpId: string; userKind: UserKind };
  ACCOUNT_EXISTS: { userKind: UserKind };
  INVITATION: { invitationId: string; marketplace: string; role: MarketplaceRole };
  ROLE_CHANGED: { marketplace: string; from: MarketplaceRole; to: MarketplaceRole; at: string };
  /** Removed from it, too. */
  TEAM_LEFT: { marketplace: string; at: string };
  MANY_FAILURES: { userId: string; userKind: UserKind };
  /** With what and from which network address, and when (ISO). */
  NEW_SIGN_IN: { userKind: UserKind; agent: string; address: string; at: string };
  PASSWORD_CHANGED: { userKind: UserKind; at: string };
  /** The epoch of the sessions: once they have ended, the link does not work any more. */
  PASSWORD_RESET: { userId: string; epoch: string; userKind: UserKind };
  NO_ACCOUNT: { userKind: UserKind };
  /** Somebody has the password, and guesses at the second factor. */
  MANY_WRONG_CODES: { userId: string; userKind: UserKind };
  SECOND_FACTOR_ON: { userKind: UserKind; at: string };
  SECOND_FACTOR_OFF: { userKind: UserKind; at: string };
  RECOVERY_CODE_USED: { userKind: UserKind; at: string; left: string };
  /** With the last digits of the number. */
  PHONE_VERIFIED: { userKind: UserKind; at: string; ending: string };
};

export type AccountMail = { [K in AccountMailKind]: { kind: K } & AccountMailFacts[K] }[AccountMailKind];

/** What is not a fact: where to complain, and where the mail leads. */
export type AccountMailAbout = {
  support: string;
  url: string | null;
  /** The same moment as people read it, where the mail tells of one. */
  when: string | null;
};
