import { eq, inArray, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { businessName, businessNameOf } from "@/db/business-name";
import { db } from "@/db/client";
import { onPage, type Page, pageOf, pageOrder, pageRows } from "@/db/page";
import { lenders } from "@/db/schema/lenders";
import { loans } from "@/db/schema/loans";
import { marketplaces } from "@/db/schema/marketplaces";
import { merchants } from "@/db/schema/merchants";
import { type Environment, environments } from "@/lib/kernel/actor";

/** A page of a list, newest first, and what is looked for in it. */
export type Asked = Page & { q?: string | undefined };

/**
 * The condition that a row is of a loan which is looked for: its reference or its merchant's name, or the row's own
 * references. Of what waits there is little, and each row is looked at.
 */
export function lookedFor(loanId: SQLWrapper, q: string | undefined, ...own: SQL[]): SQL | undefined {
  if (q === undefined) return undefined;
  const named = sql`exists (select from ${loans} l join ${merchants} m on m.id = l.merchant_id
    where l.id = ${loanId} and (l.id = ${q} or l.reference = ${q} or position(lower(${q}) in lower(${businessNameOf(sql`m`)})) > 0))`;
  return or(named, ...own);
}

/** Of the few that there are: whether a name has these letters. */
export function nameHas(name: PgColumn, q: string | undefined): SQL | undefined {
  return q === undefined ? undefined : sql`position(lower(${q}) in lower(${name})) > 0`;
}

type List<Row> = (at: { environment: Environment }, asked: Asked) => Promise<{ rows: Row[] }>;

/** Before every id. */
const beginning = "0";

/** The other end of a list that is newest first: what has waited longest, that first. */
export async function oldestOf<Row>(read: List<Row>, environment: Environment, limit: number): Promise<Row[]> {
  const { rows } = await read({ environment }, { limit, endingBefore: beginning });
  return rows.toReversed();
}

/** The same of both environments. */
export async function oldestAnywhere<Row extends { since: Date | null }>(read: List<Row>, most = 500): Promise<Row[]> {
  const found = await Promise.all(environments.map((environment) => oldestOf(read, environment, most)));
  return found.flat().sort((one, other) => Number(one.since) - Number(other.since));
}

type OfLoan = { loanId: string };

/** A page of rows, each with its loan as treasurers read it. @param read reads rows in the order and number asked for */
export async function pageWithLoans<Row extends OfLoan>(
  page: Page,
  id: PgColumn,
  read: (cut: { on: SQL | undefined; order: SQL; limit: number }) => Promise<Row[]>,
) {
  const found = await read({ on: onPage(id, page), order: pageOrder(id, page), limit: pageRows(page) });
  const { rows, hasMore } = pageOf(found, page);
  return { rows: await withLoans(rows), hasMore };
}

export type LoanNames = { loan: string; merchantId: string; businessName: string; marketplace: string; lender: string };

export async function withLoans<Row extends OfLoan>(rows: readonly Row[]): Promise<(Row & LoanNames)[]> {
  const ids = [...new Set(rows.map(({ loanId }) => loanId))];
  const found = await db()
    .select({
      ...{ id: loans.id, loan: loans.reference, merchantId: loans.merchantId },
      ...{ businessName, marketplace: marketplaces.name, lender: lenders.name },
    })
    .from(loans)
    .innerJoin(merchants, eq(merchants.id, loans.merchantId))
    .innerJoin(marketplaces, eq(marketplaces.id, loans.marketplaceId))
    .innerJoin(lenders, eq(lenders.id, loans.lenderId))
    .where(inArray(loans.id, ids));
  const named = new Map(found.map(({ id, ...names }) => [id, names]));
  return rows.map((row) => {
    const names = named.get(row.loanId);
    if (!names) throw new Error(`There is no loan ${row.loanId}.`);
    return { ...row, ...names };
  });
}
