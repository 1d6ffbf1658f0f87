import { cookies } from "next/headers";
import { encode } from "next-auth/jwt";
import type { UserKind } from "@/lib/users/constants";
import { secureCookies, sessionCookieName, sessionSeconds, sessionSecret } from "./session";

/**
 * Gives this browser, in a server action, a session of the epoch that a verb has answered: after a change that ended all
 * sessions, only whoever made it stays signed in.
 */
export async function keepSession(user: { id: string; kind: UserKind; sessionEpoch: number }): Promise<void> {
  const { id, kind, sessionEpoch } = user;
  const claims = { sub: id, kind, epoch: sessionEpoch };
  const value = await encode({ token: claims, secret: sessionSecret(), maxAge: sessionSeconds });
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure: secureCookies() } as const;
  (await cookies()).set(sessionCookieName(kind), value, { ...options, maxAge: sessionSeconds });
}
