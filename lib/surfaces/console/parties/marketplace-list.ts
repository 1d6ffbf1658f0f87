import { and, eq, ilike, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { z } from "zod";
import { db } from "@/db/client";
import { onPage, type Page, pageOf, pageOrder, pageRows, requireNeighbour } from "@/db/page";
import { goLiveRequests, marketplaces } from "@/db/schema/marketplaces";
import type { ConsoleScope } from "@/lib/surfaces/console/scope";
import { list } from "@/lib/surfaces/lists/list";
import { choice, listQuery } from "@/lib/surfaces/lists/list-query";
import type { Labels } from "@/lib/terms/label";

const states = {
  TEST: { label: "Test only", tone: "neutral" },
  ASKS: { label: "Asks to go live", tone: "busy" },
  LIVE: { label: "Live", tone: "good" },
  SUSPENDED: { label: "Suspended", tone: "bad" },
} as const satisfies Labels<string>;
type State = keyof typeof states;

const query = listQuery("marketplace", { state: choice("State", states) });
type Query = Partial<z.output<typeof query>>;

const asks = sql`exists (select from ${goLiveRequests} where ${eq(goLiveRequests.marketplaceId, marketplaces.id)}
  and ${eq(goLiveRequests.status, "REQUESTED")})`;

const conditions: Record<State, () => ReturnType<typeof and>> = {
  TEST: () => isNull(marketplaces.liveAt),
  ASKS: () => and(isNull(marketplaces.liveAt), asks),
  LIVE: () => isNotNull(marketplaces.liveAt),
  SUSPENDED: () => isNotNull(marketplaces.suspendedAt),
};

/** Marketplaces belong to no environment. */
async function listMarketplaces(_: ConsoleScope, { q, state, ...page }: Query & Page) {
  const { id, name, contactEmail, liveAt, suspendedAt, createdAt } = marketplaces;
  await requireNeighbour(id, page);
  const like = q && `%${q.replace(/[\\%_]/g, "\\$&")}%`;
  const found = await db()
    .select({ id, name, contactEmail, liveAt, suspendedAt, createdAt, asks: sql<boolean>`${asks}` })
    .from(marketplaces)
    .where(
      and(
        like ? or(eq(id, q), ilike(name, like), ilike(contactEmail, like)) : undefined,
        state && conditions[state](),
        onPage(id, page),
      ),
    )
    .orderBy(pageOrder(id, page))
    .limit(pageRows(page));
  return pageOf(found, page);
}

function stateOf({
  liveAt,
  suspendedAt,
  asks,
}: {
  liveAt: Date | null;
  suspendedAt: Date | null;
  asks: boolean;
}): State {
  if (suspendedAt) return "SUSPENDED";
  if (liveAt) return "LIVE";
  return asks ? "ASKS" : "TEST";
}

export const consoleMarketplaces = list({
  path: "marketplaces",
  title: "Marketplaces",
  lead: "Every marketplace, newest first.",
  nav: { group: "Parties", key: "m" },
  search: "Name, address or id",
  query,
  read: listMarketplaces,
  href: ({ id }) => `marketplaces/${id}`,
  columns: ({ text, moment, state }) => ({
    name: text("Name", ({ name }) => name),
    contact: text("Contact", ({ contactEmail }) => contactEmail),
    state: state("State", stateOf, states),
    liveAt: moment("Live since", ({ liveAt }) => liveAt, { none: "Not yet" }),
    createdAt: moment("Registered", ({ createdAt }) => createdAt),
  }),
  table: { name: 1, state: 1, contact: 3, liveAt: 2, createdAt: 3 },
  none: { title: "No marketplaces yet", text: "A marketplace appears here once somebody has registered it." },
});
