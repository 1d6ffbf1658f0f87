import { day, later } from "@/lib/calendar";
import { equalInConstantTime, keyedDigest } from "@/lib/crypto";
import { env } from "@/lib/env";
import { type RealTime, realTimeOf } from "@/lib/time";
import type { AccountMail, AccountMailAbout } from "./account-mail";
import { formats } from "./formats";

/** How long the pass in a mail about failed attempts works. */
const passLifetime = 2 * day;

/** What confirms a sign-up. It is made anew from the id whenever the mail is written, and stored nowhere. */
export function signUpToken(signUpId: string): string {
  return signed("sign-up-link", signUpId);
}

/** The sign-up whose token this is; null for one that was not made here. */
export function signUpOfToken(token: string): string | null {
  return opened("sign-up-link", token);
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

function signed(purpose: string, what: string): string {
  return `${what}.${keyedDigest(purpose, what)}`;
}

function opened(purpose: string, token: string): string | null {
  const dot = token.lastIndexOf(".");
  const what = token.slice(0, Math.max(0, dot));
  return equalInConstantTime(token, signed(purpose, what)) ? what : null;
}

/** Where a mail leads, and what else it needs. Addresses are the service's own: never what a request calls its host. */
export function aboutAccountMail(mail: AccountMail, madeAt: RealTime): AccountMailAbout {
  const { baseUrl, supportEmail: support } = env();
  const about = { support, url: null, pass: null, when: null };
  const when = "at" in mail ? formats.en.moment(realTimeOf(mail.at)) : null;
  switch (mail.kind) {
    case "CONFIRM_ADDRESS":
      return { ...about, url: `${baseUrl}/oauth/verify?token=${signUpToken(mail.signUpId)}` };
    case "ACCOUNT_EXISTS":
      return { ...about, url: `${baseUrl}/oauth/login` };
    case "MANY_FAILURES": {
      const pass = placePass(mail.userId, madeAt);
      return mail.userKind === "merchant"
        ? { ...about, url: `${baseUrl}/oauth/login?pass=${pass}` }
        : { ...about, pass };
    }
    case "NEW_SIGN_IN":
      return { ...about, when, url: mail.userKind === "merchant" ? `${baseUrl}/oauth/password` : null };
    case "PASSWORD_CHANGED":
      return { ...about, when };
  }
}
