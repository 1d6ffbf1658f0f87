import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { readSession, type Session } from "@/lib/http/session";
import { authorizationQuery } from "@/lib/oauth/authorization-query";
import { type AuthorizationRequest, checkAuthorization } from "@/lib/oauth/check-authorization";

export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** The signed-in merchant, or null. */
export async function merchantSession(): Promise<Session | null> {
  return readSession(await headers(), "merchant");
}

/** Where a request begins, and where it is sent to its next step. */
export function startOf(query: string): string {
  return `/oauth/authorize?${query}`;
}

/** Pages that sign-in may lead back to, by their names in `?to=`: never an address that somebody else could choose. */
const pagesOfTheirOwn = { consents: "/oauth/consents", password: "/oauth/password" } as const;

/** Where to sign in, and then come back from. */
export function signInFor(page: keyof typeof pagesOfTheirOwn): string {
  return `/oauth/login?to=${page}`;
}

/** The page that sign-in was opened for, if any. */
export async function cameFrom(searchParams: SearchParams): Promise<string | null> {
  const { to } = await searchParams;
  return Object.entries(pagesOfTheirOwn).find(([name]) => name === to)?.[1] ?? null;
}

type OpenedWith = { query: string; request: AuthorizationRequest | null };

/**
 * The authorization request that a page was opened with, if any. A faulty one goes back to the start, which reports the
 * fault before anybody types a password.
 */
export async function readAuthorizationRequest(searchParams: SearchParams): Promise<OpenedWith> {
  const parameters = authorizationQuery(await searchParams);
  const query = parameters.toString();
  if (query === "") return { query, request: null };
  const verdict = await checkAuthorization(parameters);
  if (verdict.kind !== "sound") redirect(startOf(query));
  return { query, request: verdict.request };
}
