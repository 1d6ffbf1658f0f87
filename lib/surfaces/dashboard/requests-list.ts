import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Page } from "@/db/page";
import { rowsOf } from "@/db/rows";
import type { Tenant } from "@/lib/kernel/actor";
import { isId } from "@/lib/kernel/ids";
import { dayBegins, dayEnds } from "@/lib/kernel/lagos-days";
import { realTimeOf } from "@/lib/kernel/time";
import { type LoggedRequest, listRequests } from "@/lib/platform/request-log/queries";
import type { RequestListQuery } from "./log-schema";

/** `askedBy`: who asked, in words; null for a key, a client or somebody that the marketplace no longer has. */
export type RequestRow = LoggedRequest & { askedBy: string | null };

/** A page of a tenant's logged requests, newest first, as the address of the list asks for it. Days are real ones. */
export async function listRequestsForStaff(
  tenant: Tenant,
  query: RequestListQuery,
  page: Page,
): Promise<{ rows: RequestRow[]; hasMore: boolean }> {
  const { q: requestId, outcome, operation } = query;
  const from = query.from === undefined ? undefined : realTimeOf(dayBegins(query.from));
  const to = query.to === undefined ? undefined : realTimeOf(dayEnds(query.to));
  const { rows, hasMore } = await listRequests(tenant, { requestId, outcome, operation, from, to, ...page });
  const names = await namesOf(
    tenant,
    rows.map(({ credential }) => credential),
  );
  return { rows: rows.map((row) => ({ ...row, askedBy: names.get(row.credential) ?? null })), hasMore };
}

const nameRow = z.strictObject({ id: z.string(), name: z.string() });

/** What the tenant calls those who asked, by what the log has of them. */
async function namesOf(
  { marketplaceId, environment }: Tenant,
  credentials: readonly string[],
): Promise<Map<string, string>> {
  const known = new Map([["webhook", "A signed webhook"]]);
  const ids = [...new Set(credentials)].filter((one) => named.some((kind) => isId(kind, one)));
  if (ids.length === 0) return known;
  const rows = await rowsOf(nameRow)`
    select id, coalesce('Key “' || name || '”', 'Key ending in ' || last_four) as name from secret_keys
    where id = any(${sql.param(ids)}::text[]) and marketplace_id = ${marketplaceId} and environment = ${environment}
    union all
    select id, name from users
    where id = any(${sql.param(ids)}::text[]) and marketplace_id = ${marketplaceId} and kind = 'marketplace'
    union all
    select id, 'The OAuth client' from oauth_clients
    where id = any(${sql.param(ids)}::text[]) and marketplace_id = ${marketplaceId} and environment = ${environment}`;
  for (const { id, name } of rows) known.set(id, name);
  return known;
}

const named = ["secretKey", "user", "oauthClient"] as const;
