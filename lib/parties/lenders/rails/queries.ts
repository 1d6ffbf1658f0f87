import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { lenders, rails } from "@/db/schema/lenders";
import { dateOf } from "@/lib/kernel/calendar";

export type Rail = typeof rails.$inferSelect;

/** What may be shown of a rail: never its key. */
export type ShownRail = Pick<
  Rail,
  "id" | "kind" | "integration" | "domain" | "keyEnd" | "dayLimit" | "columns" | "activatedAt"
>;

export async function findActiveRail(lenderId: string): Promise<ShownRail | undefined> {
  return (await activeRailsOf([lenderId])).get(lenderId);
}

export async function activeRailsOf(lenderIds: readonly string[]): Promise<Map<string, ShownRail>> {
  const { id, lenderId, kind, integration, domain, keyEnd, dayLimit, columns, activatedAt } = rails;
  const found = await db()
    .select({ id, lenderId, kind, integration, domain, keyEnd, dayLimit, columns, activatedAt })
    .from(rails)
    .where(and(inArray(lenderId, lenderIds), eq(rails.state, "ACTIVE")));
  return new Map(found.map((rail) => [rail.lenderId, rail]));
}

/** In queries of `lenders`: whose money can move, and whose licences all hold. In test neither is asked for. */
export function mayLend(now: Date): SQL {
  return sql`(${lenders.environment} = 'test' or (
    exists (select 1 from ${rails} where ${rails.lenderId} = ${lenders.id} and ${rails.state} = 'ACTIVE')
    and not exists (select 1 from jsonb_array_elements(${lenders.licences}) l
      where l->>'expiresOn' < ${dateOf(now)})))`;
}
