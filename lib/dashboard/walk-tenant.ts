import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { type Page, pageRows } from "@/db/page";
import type { Tenant } from "@/lib/actor";
import { type IdKind, idPrefixes } from "@/lib/ids";

type Walked = PgTable & { id: PgColumn; marketplaceId: PgColumn; environment: PgColumn };

/** Columns that come between the tenant's and the id in an index, and the values looked for. */
export type Stretch = readonly (readonly [column: PgColumn, value: string])[];

/**
 * The condition that keeps a list to a page of a tenant's rows, read along an index of (marketplace, environment, …, id), of
 * each stretch no more than a page. Whole rows are compared and ordered by: by the id alone, the planner may walk along the
 * primary key, through the rows of every marketplace.
 * @param more what else holds in every stretch: the condition of a partial index.
 */
export function onPageAlong(
  kind: IdKind,
  table: Walked,
  tenant: Tenant,
  page: Page,
  stretches: readonly Stretch[] = [[]],
  more: SQL = sql`true`,
): SQL {
  const { startingAfter, endingBefore } = page;
  const [first, beyond] = [idPrefixes[kind], following(idPrefixes[kind])];
  const direction = endingBefore === undefined ? sql`desc` : sql`asc`;
  const pages = stretches.map((stretch) => {
    const columns = [table.marketplaceId, table.environment, ...stretch.map(([column]) => column), table.id];
    const at = (id: string) =>
      list([tenant.marketplaceId, tenant.environment, ...stretch.map(([, value]) => value), id]);
    const order = sql.join(
      columns.map((column) => sql`${column} ${direction}`),
      sql`, `,
    );
    return sql`(select ${table.id} from ${table}
      where (${list(columns)}) > (${at(endingBefore ?? first)}) and (${list(columns)}) < (${at(startingAfter ?? beyond)})
        and ${more}
      order by ${order} limit ${pageRows(page)})`;
  });
  return sql`${table.id} in (${sql.join(pages, sql` union all `)})`;
}

function list(values: readonly (PgColumn | string)[]): SQL {
  return sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  );
}

/** A text beyond all that begin with this one, in any order of letters. */
function following(prefix: string): string {
  return prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
}
