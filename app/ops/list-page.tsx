import type { ReactNode } from "react";
import { ListTable, NothingThere } from "@/components/staff/list-table";
import { FilterBar } from "@/components/ui/filter-bar";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { businessTime } from "@/lib/kernel/time";
import type { ConsoleScope } from "@/lib/surfaces/console/scope";
import type { List } from "@/lib/surfaces/lists/list";
import type { OperatorAt } from "./operator";

type Props = {
  list: List<ConsoleScope>;
  at: OperatorAt;
  asked: Record<string, unknown>;
  actions?: ReactNode;
  above?: ReactNode;
  /** How many a page has. */
  rows?: number;
};

/** The page of a list of the console: what can be looked for, what was found, and the way on. */
export async function ConsoleListPage({ list, at, asked, actions, above, rows }: Props) {
  const { environment, realNow } = at;
  const page = await list.open(at, asked, businessTime(realNow, 0), rows);
  const { query, filters, table, nothing, note, hasNewer, hasOlder } = page;
  const base = `/ops/${environment}`;
  const days = Object.fromEntries(filters.map(({ param, label }) => [param, label]));
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
      <ListTable base={base} table={table} empty={<NothingThere base={base} nothing={nothing} />} />
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
