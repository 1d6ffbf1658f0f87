import type { ReactNode } from "react";
import { ListTable, NothingThere } from "@/components/staff/list-table";
import { FilterBar } from "@/components/ui/filter-bar";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import type { List, ListPage } from "@/lib/surfaces/lists/list";
import type { Nothing } from "@/lib/terms/dashboard/table-schema";

type Props = {
  list: Pick<List, "title" | "lead" | "search" | "path">;
  page: ListPage;
  /** What addresses in the list are below. */
  base: string;
  nothing?: Nothing;
  actions?: ReactNode;
  above?: ReactNode;
  /** The name of boxes by which rows are chosen, and what they are in. */
  ticks?: { name: string; around: (table: ReactNode) => ReactNode } | undefined;
};

/** A page of a list: what can be looked for, what was found, and the way on. */
export function ListView({ list, page, base, nothing = page.nothing, actions, above, ticks }: Props) {
  const { query, filters, table, note, hasNewer, hasOlder } = page;
  const days = Object.fromEntries(filters.map(({ param, label }) => [param, label]));
  const empty = <NothingThere base={base} nothing={nothing} />;
  const shown = <ListTable base={base} table={table} empty={empty} ticks={ticks?.name} />;
  return (
    <>
      <PageHeader title={list.title} lead={list.lead} actions={actions} />
      {above}
      <FilterBar
        search={{ label: list.search }}
        filters={filters.flatMap(({ options, ...filter }) => (options ? { ...filter, options } : []))}
        {...(days.from && days.to && { dates: { from: days.from, to: days.to } })}
      />
      {note && (
        <p role="note" className="text-sm text-muted">
          {note}
        </p>
      )}
      {ticks && table.rows.length > 0 ? ticks.around(shown) : shown}
      <Pager
        path={`${base}/${list.path}`}
        query={query}
        first={table.rows[0]?.id ?? ""}
        last={table.rows.at(-1)?.id ?? ""}
        {...{ hasNewer, hasOlder }}
      />
    </>
  );
}
