import { decode } from "next-auth/jwt";
import { z } from "zod";
import { keyedDigest } from "@/lib/crypto";
import { env } from "@/lib/env";
import type { UserKind } from "@/lib/users/constants";
import { findUser } from "@/lib/users/queries";

/** A signed-in user, with current name and e-mail address, not those at sign-in. */
export type Session = { userId: string; kind: UserKind; name: string; email: string };

/** Seconds after which a user must sign in again. */
export const sessionSeconds = 12 * 60 * 60;

/** Whether cookies are limited to https: they are when the service is served over it. */
export function secureCookies(): boolean {
  return env().baseUrl.startsWith("https://");
}

/**
 * The name of the session's cookie. Over https it is bound to this host, so that no sibling host can set one that is
 * read first. It is not next-auth's default: on a developer's machine, cookies are shared across ports, and other
 * applications using next-auth would sign our users out.
 */
export function sessionCookieName(): string {
  return `${secureCookies() ? "__Host-" : ""}financing.session`;
}

/** The secret that sessions are encrypted with. */
export function sessionSecret(): string {
  return keyedDigest("session", "next-auth");
}

/**
 * The session of a request, from its cookie alone; null when nobody is signed in, the session has ended or the user no
 * longer exists.
 */
export async function readSession(headers: Headers): Promise<Session | null> {
  const token = cookie(headers, sessionCookieName());
  if (!token) return null;
  if (!isOurs(token)) return null;
  const claims = await decode({ token, secret: sessionSecret() }).catch(() => null);
  const user = claims?.sub ? await findUser(claims.sub) : undefined;
  if (!user || user.kind !== claims?.kind) return null;
  return { userId: user.id, kind: user.kind, name: user.name, email: user.email };
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
    const header: unknown = JSON.parse(Buffer.from(token.split(".", 1)[0] ?? "", "base64url").toString());
    const { alg, enc } = protectedHeader.parse(header);
    return alg === "dir" && enc === "A256GCM";
  } catch {
    return false;
  }
}

const protectedHeader = z.object({ alg: z.string(), enc: z.string() });
