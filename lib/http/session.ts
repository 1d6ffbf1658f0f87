import { decode } from "next-auth/jwt";
import { z } from "zod";
import { keyedDigest } from "@/lib/crypto";
import { env } from "@/lib/env";
import type { UserKind } from "@/lib/users/constants";
import { findUser } from "@/lib/users/queries";

/** Somebody who has signed in. Name and address are those of this moment, not of the sign-in. */
export type Session = { userId: string; kind: UserKind; name: string; email: string };

/** Seconds after which one has to sign in again. */
export const sessionSeconds = 12 * 60 * 60;

/** Whether cookies are for https alone: wherever the service is reached by it. */
export function secureCookies(): boolean {
  return env().baseUrl.startsWith("https://");
}

/**
 * The name of the session's cookie. Over https it is bound to this very host: no neighbour under the same domain can set
 * one that is read first. Not next-auth's own: on a developer's machine other applications with next-auth
 * answer on other ports of the same host, where cookies are shared, and each would sign the other's users out.
 */
export function sessionCookieName(): string {
  return `${secureCookies() ? "__Host-" : ""}financing.session`;
}

/** The secret that sessions are encrypted with. */
export function sessionSecret(): string {
  return keyedDigest("session", "next-auth");
}

/**
 * Who has signed in, by the cookie in the headers of a request and nothing else of it; null when nobody has, or the
 * session has ended, or the user is gone.
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

/** Whether a session is encrypted as ours are: another way to wrap its key could be chosen to make opening it dear. */
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
