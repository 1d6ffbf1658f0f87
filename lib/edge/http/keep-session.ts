import { cookies } from "next/headers";
import { encode } from "next-auth/jwt";
import { reissueSession } from "@/lib/parties/people/sessions/reissue-session";
import type { UserKind } from "@/lib/terms/users/constants";
import { readClaims, secureCookies, sessionCookieName, sessionIdOf, sessionSeconds, sessionSecret } from "./session";

/** Of the epoch that a verb has answered: after a change that ended all sessions, only whoever made it stays in. */
export async function keepSession(user: { id: string; kind: UserKind; sessionEpoch: number }): Promise<void> {
  const { id, kind, sessionEpoch } = user;
  const jar = await cookies();
  const former = await readClaims(new Headers({ cookie: `${jar}` }), kind);
  const sessionId = former && sessionIdOf(former);
  const carried = sessionId ? await reissueSession({ userId: id, sessionId, epoch: sessionEpoch }) : undefined;
  const claims = { sub: id, kind, epoch: sessionEpoch, ...(carried ? { session: carried.id } : {}) };
  const maxAge = sessionSeconds(kind);
  const value = await encode({ token: claims, secret: sessionSecret(), maxAge });
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure: secureCookies() } as const;
  jar.set(sessionCookieName(kind), value, { ...options, maxAge });
}
