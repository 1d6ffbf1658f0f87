import { redirect } from "next/navigation";
import type { SearchParams } from "@/app/anyone";
import { authorizationQuery } from "@/lib/sales/oauth/authorization-query";
import { type AuthorizationRequest, checkAuthorization } from "@/lib/sales/oauth/check-authorization";

/** Where a request begins, and where it is sent to its next step. */
export function startOf(query: string): string {
  return `/oauth/authorize?${query}`;
}

type OpenedWith = { query: string; request: AuthorizationRequest | null };

/** A faulty one goes back to the start, which reports the fault before anybody types a password. */
export async function readAuthorizationRequest(searchParams: SearchParams): Promise<OpenedWith> {
  const parameters = authorizationQuery(await searchParams);
  const query = parameters.toString();
  if (query === "") return { query, request: null };
  const verdict = await checkAuthorization(parameters);
  if (verdict.kind !== "sound") redirect(startOf(query));
  return { query, request: verdict.request };
}
