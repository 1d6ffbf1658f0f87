import { decode } from "next-auth/jwt";
import { z } from "zod";
import { keyedDigest, randomText } from "@/lib/kernel/crypto";
import { env } from "@/lib/kernel/env";
import { isId } from "@/lib/kernel/ids";
import { isOpenSession } from "@/lib/parties/people/account-queries";
import { findSignedIn } from "@/lib/parties/people/queries";
import type { UserKind } from "@/lib/terms/users/constants";

/** A signed-in user, with name and e-mail address as they are now. */
export type Session = {
  userId: string;
  kind: UserKind;
  name: string;
  email: string;
  epoch: number;
  /** Of a merchant, whose browsers are signed out one by one; null for others, and for cookies from before. */
  sessionId: string | null;
};

/** Seconds after which a user must sign in again. */
export function sessionSeconds(kind: UserKind): number {
  return (kind === "operator" ? 8 : 12) * 60 * 60;
}

export function secureCookies(): boolean {
  return env().baseUrl.startsWith("https://");
}

/**
 * Each kind of user has a cookie: who builds an integration is a member of staff and a merchant at once. Over https bound
 * to this host, so that no sibling host can set one that is read first. Not next-auth's default name: a developer's other
 * applications share cookies across ports, and would sign our users out.
 */
export function sessionCookieName(kind: UserKind): string {
  return `${secureCookies() ? "__Host-" : ""}financing.${kind === "merchant" ? "session" : kind}`;
}

/** Says which browser it is, for a year: what a user has signed in from before. It opens nothing. */
export function deviceCookie() {
  const options = {
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure: secureCookies(),
    maxAge: 365 * 24 * 60 * 60,
  } as const;
  return { name: `${secureCookies() ? "__Host-" : ""}financing.device`, options };
}

/** The browser's own mark; null where it has none of ours. */
export function deviceOf(headers: Headers): string | null {
  const given = cookieOf(headers, deviceCookie().name);
  return given && /^[A-Za-z0-9]{32}$/.test(given) ? given : null;
}

export function newDevice(): string {
  return randomText(32);
}

export function sessionSecret(): string {
  return keyedDigest("session", "next-auth");
}

/** The session of a user of this kind; null when none is signed in, it has ended or the user no longer exists. */
export async function readSession(headers: Headers, kind: UserKind): Promise<Session | null> {
  const claims = await readClaims(headers, kind);
  const userId = claims?.sub ?? "";
  if (!claims || !isId("user", userId)) return null;
  const [sessionId, epoch] = [sessionIdOf(claims), epochOf(claims)];
  const [user, open] = await Promise.all([
    findSignedIn(userId),
    sessionId === null || isOpenSession(userId, sessionId),
  ]);
  if (user?.kind !== kind || claims.kind !== kind || user.sessionEpoch !== epoch || !open) return null;
  return { userId, kind, name: user.name, email: user.email, epoch, sessionId };
}

/** What the cookie of a kind of user says, whether or not it is still worth anything; null without one of ours. */
export async function readClaims(headers: Headers, kind: UserKind) {
  const token = cookieOf(headers, sessionCookieName(kind));
  if (!token || !isOurs(token)) return null;
  return decode({ token, secret: sessionSecret() }).catch(() => null);
}

/** The session that a cookie is of; null for one of staff, and for one from before merchants had sessions. */
export function sessionIdOf(claims: Record<string, unknown>): string | null {
  return typeof claims.session === "string" ? claims.session : null;
}

/** Sessions from before there were epochs belong to the first. */
export function epochOf(claims: Record<string, unknown>): number {
  return typeof claims.epoch === "number" ? claims.epoch : 0;
}

export function cookieOf(headers: Headers, name: string): string | undefined {
  for (const pair of (headers.get("cookie") ?? "").split(";")) {
    const [key, value] = pair.trim().split("=", 2);
    if (key === name) return value;
  }
  return undefined;
}

/** Whether a session is encrypted as ours are: other key-wrapping algorithms could make opening it expensive. */
function isOurs(token: string): boolean {
  try {
    const header = JSON.parse(Buffer.from(token.split(".", 1)[0] ?? "", "base64url").toString());
    return protectedHeader.safeParse(header).success;
  } catch {
    return false;
  }
}

const protectedHeader = z.object({ alg: z.literal("dir"), enc: z.literal("A256GCM") });
