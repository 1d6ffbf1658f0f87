import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Page } from "@/db/page";
import type { Tenant } from "@/lib/kernel/actor";
import { type IdKind, idPrefixes } from "@/lib/kernel/ids";

/** Rows of merchants, or the merchants themselves. */
export type Walked = PgTable & { id: PgColumn; marketplaceId: PgColumn; environment: PgColumn } & (
    | { merchantId: PgColumn; businessName?: never }
    | { businessName: PgColumn; merchantId?: never }
  );

/**
 * How a list is read in its order, from where a page begins: along an index, so that the next rows cost the same however
 * many there are. Whole rows are compared and ordered by: by the id alone, the planner may walk along the primary key,
 * through the rows of every marketplace.
 */
export type Walk = {
  table: Walked;
  merchant: PgColumn;
  /** Stretches of the index, which have the rows to look at between them. */
  ranges: readonly SQL[];
  along: SQL;
  order: SQL;
  rest?: SQL | undefined;
};

/** The next rows of a walk, under the name of their table. */
export function nextRows({ table, ranges, along, order }: Walk, most: number): SQL {
  const [range, ...others] = ranges.map(
    (one) => sql`(select * from ${table} where ${one} order by ${along} limit ${most})`,
  );
  if (range && others.length === 0) return sql`${range} ${table}`;
  const all = sql.join([range, ...others], sql` union all `);
  return sql`(select * from (${all}) ${table} order by ${order} limit ${most}) ${table}`;
}

/** Columns that come between the tenant's and the id in an index, and the values looked for. */
export type Stretch = readonly (readonly [column: PgColumn, value: string])[];

/** Newest to oldest along an index of (marketplace, environment, …, id). `more`: the condition of a partial index. */
export function walkById(
  kind: IdKind,
  table: Walked,
  tenant: Tenant,
  { startingAfter = endOf(kind), endingBefore }: Pick<Page, "startingAfter" | "endingBefore">,
  stretches: readonly [Stretch, ...Stretch[]] = [[]],
  more: SQL = sql`true`,
): Walk {
  const columns = [table.marketplaceId, table.environment, ...stretches[0].map(([column]) => column), table.id];
  const ranges = stretches.map((stretch) => {
    const at = (id: string) =>
      row([tenant.marketplaceId, tenant.environment, ...stretch.map(([, value]) => value), id]);
    const low = at(endingBefore ?? idPrefixes[kind]);
    return sql`${row(columns)} > ${low} and ${row(columns)} < ${at(startingAfter)} and ${more}`;
  });
  const direction = endingBefore === undefined ? "desc" : "asc";
  return {
    ...{ table, merchant: table.merchantId ?? table.id, ranges },
    ...{ along: ordered(columns, direction), order: ordered([table.id], direction) },
  };
}

/** Values, or columns, that are compared together. */
export function row(values: readonly (PgColumn | SQL | string)[]): SQL {
  return sql`(${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )})`;
}

export function ordered(columns: readonly PgColumn[], direction: "asc" | "desc"): SQL {
  return sql.join(
    columns.map((column) => sql`${column} ${sql.raw(direction)}`),
    sql`, `,
  );
}

/** A text beyond all ids of a kind, in any order of letters. */
export function endOf(kind: IdKind): string {
  const prefix = idPrefixes[kind];
  return prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
}
