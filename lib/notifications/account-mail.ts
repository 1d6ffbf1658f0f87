import type { UserKind } from "@/lib/users/constants";
import type { AccountMailKind } from "./constants";

/**
 * What each kind of mail about an account tells. No name that a stranger has typed: anybody can sign up with an address.
 */
export type AccountMailFacts = {
  CONFIRM_ADDRESS: { signUpId: string };
  ACCOUNT_EXISTS: Record<never, never>;
  MANY_FAILURES: { userId: string; userKind: UserKind };
  /** With what and from which network address, and when (ISO). */
  NEW_SIGN_IN: { userKind: UserKind; agent: string; address: string; at: string };
  PASSWORD_CHANGED: { userKind: UserKind; at: string };
};

export type AccountMail = { [K in AccountMailKind]: { kind: K } & AccountMailFacts[K] }[AccountMailKind];

/** What is not a fact: where to complain, and where the mail leads. */
export type AccountMailAbout = {
  support: string;
  url: string | null;
  /** Lets whoever has it try a password from a new place, for people without a page. */
  pass: string | null;
  /** The same moment as people read it, where the mail tells of one. */
  when: string | null;
};
