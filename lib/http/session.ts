import { decode } from "next-auth/jwt";
import { z } from "zod";
import { keyedDigest, randomText } from "@/lib/crypto";
import { env } from "@/lib/env";
import { isId } from "@/lib/ids";
import type { UserKind } from "@/lib/users/constants";
import { findSignedIn } from "@/lib/users/queries";

/** A signed-in user, with name and e-mail address as they are now. */
export type Session = { userId: string; kind: UserKind; name: string; email: string };

/** Seconds after which a user must sign in again. */
export const sessionSeconds = 12 * 60 * 60;

/** Whether cookies are limited to https. */
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
  const given = cookie(headers, deviceCookie().name);
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
  const token = cookie(headers, sessionCookieName(kind));
  if (!token || !isOurs(token)) return null;
  const claims = await decode({ token, secret: sessionSecret() }).catch(() => null);
  const user = claims?.sub && isId("user", claims.sub) ? await findSignedIn(claims.sub) : undefined;
  if (!user || user.kind !== kind || claims?.kind !== kind || user.sessionEpoch !== epochOf(claims)) return null;
  return { userId: user.id, kind, name: user.name, email: user.email };
}

/** Sessions from before there were epochs belong to the first. */
export function epochOf(claims: Record<string, unknown>): number {
  return typeof claims.epoch === "number" ? claims.epoch : 0;
}

function cookie(headers: Headers, name: string): string | undefined {
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
