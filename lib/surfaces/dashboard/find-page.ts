import { eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import { db, one } from "@/db/client";
import { matchesRef } from "@/db/merchant-ref";
import { type Page, pageOf, pageRows } from "@/db/page";
import { rowsOf } from "@/db/rows";
import { merchants } from "@/db/schema/merchants";
import { inReach } from "@/db/tenancy";
import { onlyMerchantIn, type Reach } from "@/lib/kernel/reach";
import { isNamed, merchantsNamed, wordsOf } from "./merchants-named";
import { nextRows, type Walk } from "./walk-tenant";

/**
 * Something to be asked of a merchant: `holds`, a condition on the id of one, and `among`, a query for the `merchant_id`
 * of those that can hold it. The condition asks for a value: of an `exists` the planner may make a join with the whole table.
 */
export type Question = { among: SQL; holds: (merchant: PgColumn) => SQL };

/** What a list asks for: conditions that few rows hold, and questions about merchants, the one with fewest first. */
export type Wanted = { few: SQL[]; questions: Question[] };

/**
 * So many of the next rows are looked at one by one, and more while some are found: what many have fills a page from them.
 * What few have is then gathered from wherever it is.
 */
const looks = [1_000, 10_000, 100_000];

/**
 * A page of a list of what belongs to merchants: whole, however few of however many rows are wanted.
 * @param wanted null: there is none.
 * @param read reads the rows that are chosen, in the order of the walk, with whatever is shown of them.
 */
export async function findPage<Row>(
  reach: Reach,
  page: Page,
  { walk, wanted, read }: { walk: Walk; wanted: Wanted | null; read: (chosen: SQL) => Promise<Row[]> },
): Promise<{ rows: Row[]; hasMore: boolean }> {
  if (!wanted) return { rows: [], hasMore: false };
  const { table, merchant, ranges, along, order, rest } = walk;
  const { questions } = wanted;
  const few = [...wanted.few];
  const only = onlyMerchantIn(reach);
  if (only !== null) few.push(eq(merchant, only));
  const chosen = (rows: SQL, conditions: readonly SQL[], by: SQL) => {
    const where = sql.join([sql`true`, ...conditions], sql` and `);
    return sql`${table.id} = any(array(select ${table.id} from ${rows} where ${where} order by ${by} limit ${pageRows(page)}))`;
  };
  const asks = [...(rest ? [rest] : []), ...questions.map(({ holds }) => holds(merchant))];
  const looked = few.length > 0 ? [] : asks.length === 0 ? [pageRows(page)] : looks;
  for (const most of looked) {
    const found = await read(chosen(nextRows(walk, most), asks, ranges.length === 1 ? along : order));
    if (asks.length === 0 || found.length === pageRows(page)) return pageOf(found, page);
    if ((await countNext(walk, most)) < most) return pageOf(found, page);
    if (found.length === 0) break;
  }
  // All that may be wanted, and only then those of the page: with its order and limit in sight, the planner would walk on
  // and on. Ids are in an array, which is made once and looked up by an index, whatever it thinks of the tables.
  const within = sql`(${sql.join([...ranges], sql` or `)})`;
  const [first] = questions;
  const all = few.length > 0 ? few : first ? [sql`${merchant} = any(array(${first.among}))`] : [within, ...asks];
  const rows = sql`(select * from ${table} where ${inReach(table, reach, ...all)} offset 0) ${table}`;
  return pageOf(await read(chosen(rows, [within, ...asks], order)), page);
}

const countRow = z.strictObject({ rows: z.int() });

/** How many rows there are to look at, up to `most`. */
async function countNext(walk: Walk, most: number): Promise<number> {
  const counted = await rowsOf(
    countRow,
  )`select count(*)::int as rows from (select from ${nextRows(walk, most)}) next`.then(one);
  return counted.rows;
}

/**
 * What an address asks for: rows of one merchant, and what somebody looks for: a row, a merchant's id, or words of a name.
 * Null when no merchant has that id.
 * @param known the condition of the rows whose id or reference is looked for.
 */
export async function wantedBy(
  column: PgColumn,
  reach: Reach,
  { merchant, q }: { merchant?: string | undefined; q?: string | undefined },
  known?: SQL,
): Promise<Wanted | null> {
  const few = known ? [known] : [];
  if (merchant !== undefined) {
    const its = await ofMerchant(column, reach, merchant);
    if (!its) return null;
    few.push(its);
  }
  if (known || q === undefined) return { few, questions: [] };
  const its = await ofMerchant(column, reach, q);
  if (its) return { few: [...few, its], questions: [] };
  const words = wordsOf(q);
  return { few, questions: namedSo(reach, words) };
}

/** Whether a merchant has all these words; nothing to ask without any. */
export function namedSo({ tenant }: Reach, words: readonly string[]): Question[] {
  return words.length === 0
    ? []
    : [{ among: merchantsNamed(tenant, words), holds: (one) => isNamed(sql`${one}`, words) }];
}

/** The condition that rows belong to the merchant with this id here or at its marketplace; null when nobody has it. */
async function ofMerchant(column: PgColumn, reach: Reach, ref: string): Promise<SQL | null> {
  const [row] = await db()
    .select({ id: merchants.id })
    .from(merchants)
    .where(inReach(merchants, reach, matchesRef(ref)));
  return row ? eq(column, row.id) : null;
}
