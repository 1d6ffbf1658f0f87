import type { z } from "zod";
import type { Page } from "@/db/page";
import { type CsvColumn, type CsvPart, csvPart } from "@/lib/kernel/csv";
import { cutOnce, orFirstPage } from "@/lib/kernel/cursor";
import type { Reach } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import type { PulseTopic } from "@/lib/terms/dashboard/pulse";
import type { Nothing, Table } from "@/lib/terms/dashboard/table-schema";
import { type Column, type Columns, columnsOf } from "./list-columns";
import { filtersOf, type ShownFilters } from "./list-query";
import { neighboursOf } from "./neighbours";

type Row = { id: string };
type Query = Record<string, string | undefined> & {
  startingAfter?: string | undefined;
  endingBefore?: string | undefined;
};
type Asked = Record<string, unknown>;

/** What a list is declared by: all that its page, its table, its file, its place and its tests have to know. */
type Declared<Q extends Query, R extends Row, Key extends string, Scope> = {
  /** Below the data set's address: `loans`. */
  path: string;
  title: string;
  lead: string;
  /** The group of the navigation that it is in, and the key that leads there after `g`. */
  nav: { group: string; key: string };
  /** What can be looked for in it, and whether the search of everything looks for it there. */
  search: string;
  everywhere?: boolean;
  query: z.ZodType<Q> & { shape: z.ZodRawShape };
  /** A page of it in scope, newest first unless its lead says otherwise. */
  read: (scope: Scope, query: Q & { limit: number }, now: BusinessTime) => Promise<{ rows: R[]; hasMore: boolean }>;
  /** Where a row leads, below the data set's address. */
  href?: (row: R) => string;
  /** What its file has, in this order, and what its table shows. */
  columns: (column: Columns<R>) => Record<Key, Column<R>>;
  /** The columns of its table, in this order; where there is no room, 3 goes first, then 2. The first names the row. */
  table: { [One in NoInfer<Key>]?: 1 | 2 | 3 };
  /** What is said where there is nothing yet, */
  none: Nothing;
  /** and where nothing is as asked for. */
  noneFits?: (query: Q) => Nothing;
  /** What is to be known of the rows of a page that nothing narrows. */
  note?: (scope: Scope, rows: readonly R[]) => Promise<string | null>;
  /** What its page is kept up to date about. */
  live?: PulseTopic;
};

export type ListPage = {
  /** What the address asks for, as it was followed; `chosen` without the place in the list. */
  query: Query;
  chosen: Query;
  filters: ShownFilters;
  table: Table;
  nothing: Nothing;
  note: string | null;
  hasNewer: boolean;
  hasOlder: boolean;
};

/** @typeParam Scope whose rows are listed: what a caller reaches, unless a surface has its own. */
export type List<Scope = Reach> = {
  path: string;
  title: string;
  lead: string;
  nav: { group: string; key: string };
  search: string;
  everywhere: boolean;
  live: PulseTopic | undefined;
  /** The page that an address asks for, or the first where its neighbour has gone. */
  open: (scope: Scope, asked: Asked, now: BusinessTime, limit?: number) => Promise<ListPage>;
  file: readonly { header: string }[];
  readLines: (scope: Scope, asked: Asked, page: Page, now: BusinessTime) => Promise<CsvPart>;
};

export function list<Q extends Query, R extends Row, Key extends string, Scope = Reach>(
  declared: Declared<Q, R, Key, Scope>,
) {
  const { path, title, lead, nav, search, everywhere = false, live, query: schema, read } = declared;
  const columns: Record<string, Column<R>> = declared.columns(columnsOf<R>());
  const file: CsvColumn<R>[] = Object.values(columns).flatMap((column) => column.file ?? []);

  /** Rows as a table; `without` a column that would say the same of each. */
  function tableOf(rows: readonly R[], now: BusinessTime, without?: Key): Table {
    const shown = Object.fromEntries(
      Object.entries<1 | 2 | 3 | undefined>(declared.table).filter(([key]) => key !== without),
    );
    return tableWith({ caption: title, columns, shown, href: declared.href }, rows, now);
  }

  async function open(scope: Scope, asked: Asked, now: BusinessTime, limit = 50): Promise<ListPage> {
    const { found, query } = await orFirstPage(cutOnce(schema.parse(asked)), (one) =>
      read(scope, { ...one, limit }, now),
    );
    const { startingAfter, endingBefore, ...chosen } = query;
    const [narrowed, cut] = [chosen, query].map((one) => Object.values(one).some((value) => value !== undefined));
    const fits = declared.noneFits?.(query) ?? noneOf(title.toLowerCase());
    return {
      ...{ query, chosen, filters: await filtersOf(schema, scope), table: tableOf(found.rows, now) },
      nothing: cut ? fits : declared.none,
      note: (!narrowed && (await declared.note?.(scope, found.rows))) || null,
      ...neighboursOf(query, found.hasMore),
    };
  }

  async function readLines(scope: Scope, asked: Asked, page: Page, now: BusinessTime): Promise<CsvPart> {
    return csvPart(file, await read(scope, { ...schema.parse(asked), ...page }, now));
  }

  return { path, title, lead, nav, search, everywhere, live, file, open, readLines, tableOf };
}

type Shown<R extends Row> = {
  caption: string;
  columns: Record<string, Column<R>>;
  /** Which columns are shown, in which order, and how soon each goes where there is no room. */
  shown: Record<string, 1 | 2 | 3 | undefined>;
  href?: ((row: R) => string) | undefined;
};

function tableWith<R extends Row>(of: Shown<R>, rows: readonly R[], now: BusinessTime): Table {
  const shown = Object.entries(of.shown).flatMap(([key, priority]) => {
    const column = of.columns[key];
    return column && priority ? [{ ...column, key, priority }] : [];
  });
  return {
    caption: of.caption,
    heads: shown.map(({ cell, file, ...head }) => head),
    rows: rows.map((row) => ({
      id: row.id,
      href: of.href?.(row) ?? null,
      cells: shown.map(({ cell }) => cell(row, now)),
    })),
  };
}

/** A table by itself, which nothing narrows: what it shows of rows, each of which `id` tells from the others. */
export function table<R>({
  id,
  columns,
  ...of
}: Omit<Shown<Row>, "columns" | "href"> & {
  id: (row: R) => string;
  columns: (column: Columns<R & Row>) => Record<string, Column<R & Row>>;
  href?: (row: R) => string;
}) {
  const its = { ...of, columns: columns(columnsOf<R & Row>()) };
  return (rows: readonly R[], now: BusinessTime): Table =>
    tableWith(
      its,
      rows.map((row) => ({ ...row, id: id(row) })),
      now,
    );
}

/** Nothing passes the filters. @param what of all that is listed: `loans` */
export function noneOf(what: string): Nothing {
  return { title: `No such ${what}`, text: "Nothing fits what you look for. Clear the filters to see all." };
}
