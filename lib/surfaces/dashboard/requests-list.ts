import { sql } from "drizzle-orm";
import { z } from "zod";
import { rowsOf } from "@/db/rows";
import type { Tenant } from "@/lib/kernel/actor";
import { isId } from "@/lib/kernel/ids";
import { dayBegins, dayEnds } from "@/lib/kernel/lagos-days";
import { onlyMerchantIn, type Reach } from "@/lib/kernel/reach";
import { realTimeOf } from "@/lib/kernel/time";
import { countLeftOut, listRequests, listUsedOperations } from "@/lib/platform/request-log/queries";
import { list } from "@/lib/surfaces/lists/list";
import { choice, day, listQuery, oneOfThose } from "@/lib/surfaces/lists/list-query";
import type { Tone } from "@/lib/terms/label";
import type { outcomes } from "@/lib/terms/request-log";

const outcomeLabels: Record<keyof typeof outcomes, string> = {
  succeeded: "Succeeded",
  refused: "Refused (4xx)",
  failed: "Failed (5xx)",
};

const requestQuery = listQuery("loggedRequest", {
  outcome: choice("Outcome", outcomeLabels),
  operation: oneOfThose("Operation", ({ tenant }) => listUsedOperations(tenant)),
  from: day("First day"),
  to: day("Last day"),
});
type Query = Partial<z.output<typeof requestQuery>>;

/**
 * A page of a tenant's logged requests, newest first; nothing for whoever reaches one merchant. Days are real ones.
 * @returns `askedBy`: who asked, in words; null for a key, a client or somebody that the marketplace no longer has.
 */
export async function listRequestsForStaff(reach: Reach, { q: requestId, ...query }: Query & { limit: number }) {
  if (onlyMerchantIn(reach) !== null) return { rows: [], hasMore: false };
  const from = query.from === undefined ? undefined : realTimeOf(dayBegins(query.from));
  const to = query.to === undefined ? undefined : realTimeOf(dayEnds(query.to));
  const { rows, hasMore } = await listRequests(reach.tenant, { ...query, requestId, from, to });
  const names = await namesOf(
    reach.tenant,
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

export const requestList = list({
  path: "developers/requests",
  title: "Requests",
  lead: "What your programs and your team asked of the API in the last 14 days. Bodies are never kept.",
  nav: { group: "Developers", key: "r" },
  search: "Request id",
  query: requestQuery,
  read: listRequestsForStaff,
  columns: ({ text, number, moment, shown }) => ({
    at: moment("When", ({ at }) => at, { align: "end" }),
    requestId: text("Request id", ({ requestId }) => requestId, { look: "code" }),
    method: text("Method", ({ method }) => method),
    path: text("Path", ({ path }) => path),
    operation: text("Operation", ({ operation }) => operation),
    status: number("Status", ({ status }) => status),
    code: text("Reason", ({ code }) => code, {
      ...{ none: "", href: ({ code }) => `/docs/errors#${code}`, look: "aside" },
    }),
    took: number("Took (ms)", ({ durationMs }) => durationMs, { unit: "ms", title: "Took" }),
    askedBy: text("Asked by", ({ askedBy }) => askedBy),
    credential: text("Credential id", ({ credential }) => credential),
    request: shown("Request", ({ method, path }) => [
      { text: method, look: "code" },
      { text: path, look: "code" },
    ]),
    outcome: shown("Status", ({ status }) => [{ state: { label: String(status), tone: toneOf(status) } }]),
    by: shown("Asked by", ({ askedBy, credential }) => [
      askedBy === null ? { text: credential, look: "code" } : { text: askedBy },
    ]),
  }),
  table: { request: 1, outcome: 1, code: 2, took: 2, requestId: 3, by: 3, at: 2 },
  none: {
    title: "No requests yet",
    text: "The first call with one of your keys appears here a second later.",
    action: { href: "/docs/errors", label: "What errors mean" },
  },
  noneFits: ({ q }) =>
    q === undefined
      ? { title: "Nothing fits", text: "No request of the last 14 days is like that." }
      : {
          title: "No request has this id",
          text: "It is in the header X-Request-Id of every answer, and in every problem document. A request appears here a second after its answer, if it named one of your keys, clients or users.",
        },
  note: async ({ tenant }, rows) => {
    const [newest, oldest] = [rows[0], rows.at(-1)];
    if (!newest || !oldest) return null;
    const leftOut = await countLeftOut(tenant, oldest.at, newest.at);
    const more = leftOut.toLocaleString("en-GB");
    return leftOut > 0 ? `${more} more in this time were not kept: of many at once, failures come first.` : null;
  },
  live: "requests",
});

function toneOf(status: number): Tone {
  if (status >= 500) return "bad";
  return status >= 400 ? "warning" : "good";
}
