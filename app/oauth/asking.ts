import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { readSession, type Session } from "@/lib/http/session";
import { authorizationQuery } from "@/lib/oauth/authorization-query";
import { type AuthorizationRequest, checkAuthorization } from "@/lib/oauth/check-authorization";

export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** The merchant who has signed in, or null. */
export async function merchantSession(): Promise<Session | null> {
  const session = await readSession(await headers());
  return session?.kind === "merchant" ? session : null;
}

/** The address at which a request begins: it knows what comes next. */
export function startOf(query: string): string {
  return `/oauth/authorize?${query}`;
}

/**
 * The authorization request that a page was opened with; none when it was opened by itself. One that is not sound goes
 * back to where requests begin, to be told what is wrong before anybody types a password for it.
 */
export async function readAsking(
  searchParams: SearchParams,
): Promise<{ query: string; request: AuthorizationRequest | null }> {
  const parameters = authorizationQuery(await searchParams);
  const query = parameters.toString();
  if (query === "") return { query, request: null };
  const verdict = await checkAuthorization(parameters);
  if (verdict.kind !== "sound") redirect(startOf(query));
  return { query, request: verdict.request };
}
