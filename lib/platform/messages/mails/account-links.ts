import { day, hour, later } from "@/lib/kernel/calendar";
import { equalInConstantTime, keyedDigest } from "@/lib/kernel/crypto";
import { env } from "@/lib/kernel/env";
import type { DigestPurpose } from "@/lib/kernel/keys/keyed-digests";
import type { RealTime } from "@/lib/kernel/time";
import type { AboutAccount } from "@/lib/terms/mails/mail";

/** How long the pass in a mail about failed attempts works. */
const passLifetime = 2 * day;

/** What confirms a sign-up. It is made anew from the id whenever the mail is written, and stored nowhere. */
export function signUpToken(signUpId: string): string {
  return signed("sign-up-link", signUpId);
}

export function signUpOfToken(token: string): string | null {
  return opened("sign-up-link", token);
}

/** What accepts an invitation; like that of a sign-up, it is stored nowhere. */
export function invitationToken(invitationId: string): string {
  return signed("invitation-link", invitationId);
}

export function invitationOfToken(token: string): string | null {
  return opened("invitation-link", token);
}

/** What makes any place one that the user has signed in from, as far as waiting goes. */
export function placePass(userId: string, madeAt: RealTime): string {
  return signed("place-pass", `${userId}.${later(madeAt, passLifetime).getTime()}`);
}

/** Whose pass this is; null once it has expired, and for one that was not made here. */
export function userOfPass(pass: string, realNow: RealTime): string | null {
  const [userId, until] = opened("place-pass", pass)?.split(".") ?? [];
  return userId && Number(until) > realNow.getTime() ? userId : null;
}

/** How long the link of a mail to whoever has forgotten the password works. */
const resetLifetime = hour;

/** What lets whoever has the mail choose another password, as long as the sessions are of this epoch. */
export function resetToken(userId: string, epoch: string, madeAt: RealTime): string {
  return signed("password-reset", `${userId}.${epoch}.${later(madeAt, resetLifetime).getTime()}`);
}

/** Whose password a token replaces, and in which epoch; null once it has expired, and for one not made here. */
export function resetOfToken(token: string, realNow: RealTime): { userId: string; epoch: number } | null {
  const [userId, epoch, until] = opened("password-reset", token)?.split(".") ?? [];
  return userId && Number(until) > realNow.getTime() ? { userId, epoch: Number(epoch) } : null;
}

type LinkPurpose = Extract<DigestPurpose, `${string}-link` | "place-pass" | "password-reset">;

function signed(purpose: LinkPurpose, what: string): string {
  return `${what}.${keyedDigest(purpose, what)}`;
}

function opened(purpose: LinkPurpose, token: string): string | null {
  const dot = token.lastIndexOf(".");
  const what = token.slice(0, Math.max(0, dot));
  return equalInConstantTime(token, signed(purpose, what)) ? what : null;
}

/** What mails about accounts need of the service. */
export function aboutAccounts(madeAt: RealTime): AboutAccount & { baseUrl: string } {
  const { baseUrl, supportEmail: support } = env();
  const tokens = {
    signUp: signUpToken,
    invitation: invitationToken,
    reset: (userId: string, epoch: string) => resetToken(userId, epoch, madeAt),
    pass: (userId: string) => placePass(userId, madeAt),
  };
  return { baseUrl, support, tokens };
}
