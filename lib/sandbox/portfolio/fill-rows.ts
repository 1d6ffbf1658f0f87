import type postgres from "postgres";
import { batchOf, type Portfolio, prepareSession } from "./batch";
import type { Filling } from "./expressions";
import { loanRows } from "./loan-rows";
import { merchantRows } from "./merchant-rows";
import { messageRows } from "./message-rows";

/** Merchants in a transaction: few enough for a bar that moves and a stop that loses little. */
const usual = 10_000;

/** `batch`: merchants in a transaction. */
export type Batches = { batch?: number };

/**
 * Writes the merchants from a number on, a batch in a transaction, each with everything that it has. Past verbs, triggers and
 * references: of which all hold, and `checkPortfolio` asks afterwards. The session is the caller's alone, and a superuser's.
 * @param told after each batch, with the number of the last merchant
 */
export async function fillRows(
  sql: postgres.Sql,
  portfolio: Portfolio,
  { from, told = () => {}, batch = usual }: { from: number; told?: (last: number) => void } & Batches,
): Promise<void> {
  const tables = await filledTables(sql, portfolio);
  const fillings = fillingsOf(portfolio).filter(({ table }) => tables.includes(table));
  await prepareSession(sql, portfolio);
  for (let first = from; first <= portfolio.merchants; first += batch) {
    const last = Math.min(portfolio.merchants, first + batch - 1);
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx.unsafe(batchOf(portfolio, first, last));
      await tx.unsafe("analyze batch");
      for (const filling of fillings) await tx.unsafe(statementOf(filling, portfolio));
    });
    told(last);
  }
}

function fillingsOf({ lenderId, merchants, begun }: Portfolio): readonly Filling[] {
  const at = begun.toISOString();
  return [...merchantRows, ...loanRows(lenderId, at), ...messageRows(merchants, at)];
}

/** Every table that is written to; the database of a release before (`npm run rehearse:upgrade`) may lack one. */
export async function filledTables(sql: postgres.Sql, portfolio: Portfolio): Promise<string[]> {
  const named = [...new Set(fillingsOf(portfolio).map(({ table }) => table))];
  const there = await sql<{ name: string }[]>`select name from unnest(${named}::text[]) name
    where to_regclass('public.' || name) is not null`;
  return there.map(({ name }) => name);
}

function statementOf({ table, from = "", where = "true", bare = false, columns }: Filling, whose: Portfolio): string {
  const owned = bare ? {} : { marketplace_id: `'${whose.marketplaceId}'`, environment: `'${whose.environment}'` };
  const all = { ...owned, ...columns };
  return `insert into ${table} (${Object.keys(all)}) select ${Object.values(all)} from batch b ${from} where ${where}`;
}
