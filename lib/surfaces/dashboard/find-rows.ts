import { eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Page, pageOf, pageRows } from "@/db/page";
import { rowsOf } from "@/db/rows";
import { inReach } from "@/db/tenancy";
import { onlyMerchantIn, type Reach } from "@/lib/kernel/reach";
import { mostLookedAt } from "@/lib/terms/dashboard";
import { isNamed } from "./merchant-conditions";
import { merchantsNamed } from "./merchants-named";
import type { Named } from "./of-merchant";
import { nextRows, type Walk } from "./walk-tenant";

/** How far a list is looked through before it says where it has stopped. */
export type Effort = {
  /** Rows that a search for a name begins with: a common word fills a page with them, for a rare one little was lost. */
  first: number;
  /** Where no more merchants than these have the words, the index names them all. */
  named: number;
  most: number;
};
export const usualEffort: Effort = { first: 1_000, named: 1_000, most: mostLookedAt };

/** A page of a list; `lookedUntil` where it stopped looking before the page was full: the list goes on after that id. */
export type Found<Row> = { rows: Row[]; hasMore: boolean; lookedUntil: string | null };

/**
 * A page of a list of what belongs to merchants.
 * @param named null: nothing is so named.
 * @param read reads the rows that are chosen, in the order of the walk, with whatever is shown of them.
 */
export async function findRows<Row>(
  reach: Reach,
  page: Page,
  { walk, named, read }: { walk: Walk; named: Named | null; read: (chosen: SQL) => Promise<Row[]> },
  effort: Effort,
): Promise<Found<Row>> {
  if (!named) return { rows: [], hasMore: false, lookedUntil: null };
  const { words } = named;
  const those = [...named.those];
  const only = onlyMerchantIn(reach);
  // Whose rows are all it may see needs no walk, which would tell by its length how many others have.
  if (only !== null) those.push(eq(walk.table.merchantId, only));
  const gather = async (conditions: SQL[], withWords: readonly string[]) => {
    const rows = sql`(select * from ${walk.table} where ${inReach(walk.table, reach, ...conditions)} offset 0) ${walk.table}`;
    const found = await read(chosen(walk, rows, withWords, page, sql.join([...walk.ranges], sql` or `)));
    return { ...pageOf(found, page), lookedUntil: null };
  };
  const look = async (most: number) => {
    const found = await read(chosen(walk, nextRows(walk, most), words, page));
    const until = found.length < pageRows(page) ? await endOfWalk(walk, most) : null;
    const { rows, hasMore } = pageOf(found, page);
    return { rows, hasMore: hasMore || until !== null, lookedUntil: until };
  };
  if (those.length > 0) return gather(those, words);
  if (words.length === 0 && !walk.rest) {
    const next = await read(chosen(walk, nextRows(walk, pageRows(page)), [], page));
    return { ...pageOf(next, page), lookedUntil: null };
  }
  if (words.length === 0) return look(effort.most);
  const first = await look(effort.first);
  if (first.lookedUntil === null) return first;
  if (isCommon(first.rows, page, effort)) return look(effort.most);
  const merchants = await merchantsNamed(reach.tenant, words, effort.named);
  if (!merchants) return look(effort.most);
  return gather([sql`${walk.table.merchantId} = any(${sql.param(merchants)}::text[])`], []);
}

/** Whether so many were found at first that a longer look fills the page: the index would list them all for nothing. */
export function isCommon(found: readonly unknown[], { limit }: Page, { first, most }: Effort): boolean {
  return found.length * most > 2 * limit * first;
}

/** The condition that a row is on a page: of these rows, those that the list asks for, of merchants with the words. */
function chosen(walk: Walk, rows: SQL, words: readonly string[], page: Page, within: SQL = sql`true`): SQL {
  const { table, along, ranges, order, rest = sql`true` } = walk;
  const having = words.length > 0 ? isNamed(sql`${table.merchantId}`, words) : sql`true`;
  return sql`${table.id} in (select ${table.id} from ${rows} where (${within}) and ${rest} and ${having}
    order by ${ranges.length === 1 ? along : order} limit ${pageRows(page)})`;
}

const idRow = z.strictObject({ id: z.string() });

/** The id of the last row looked at; null where there were no more to look at. */
async function endOfWalk(walk: Walk, most: number): Promise<string | null> {
  const order = walk.ranges.length === 1 ? walk.along : walk.order;
  const [last] = await rowsOf(idRow)`
    select ${walk.table.id} from ${nextRows(walk, most)} order by ${order} offset ${most - 1}`;
  return last?.id ?? null;
}
