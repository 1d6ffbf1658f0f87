import type { ReactNode } from "react";
import { ListTable, NothingThere } from "@/components/staff/list-table";
import { ExportLink } from "@/components/ui/export-link";
import { FilterBar } from "@/components/ui/filter-bar";
import { Live } from "@/components/ui/live";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { reachOf } from "@/lib/kernel/reach";
import type { List, ListPage as Page } from "@/lib/surfaces/lists/list";
import type { Nothing } from "@/lib/terms/dashboard/table-schema";
import type { staffAt } from "./staff";

type Props = {
  list: List;
  staff: Awaited<ReturnType<typeof staffAt>>;
  asked: Record<string, unknown>;
  /** Where a page says otherwise than its list does. */
  lead?: string;
  nothing?: Nothing | undefined;
  /** What can be done, beside the export. */
  actions?: ReactNode;
  above?: (page: Page) => ReactNode;
  /** The name of boxes by which rows are chosen, and what they are in. */
  ticks?: { name: string; around: (table: ReactNode) => ReactNode } | undefined;
};

/** The page of a list: what can be looked for, what was found, and the way on. */
export async function ListPage({ list, staff, asked, ...its }: Props) {
  const { actor, environment, now } = staff;
  const page = await list.open(reachOf(actor), asked, now);
  const { query, chosen, filters, table, note, hasNewer, hasOlder } = page;
  const base = `/dashboard/${environment}`;
  const path = `${base}/${list.path}`;
  const days = Object.fromEntries(filters.map(({ param, label }) => [param, label]));
  const narrowed = Object.values(chosen).some((value) => value !== undefined);
  const shown = (
    <ListTable
      base={base}
      table={table}
      empty={<NothingThere base={base} nothing={narrowed ? page.nothing : (its.nothing ?? page.nothing)} />}
      ticks={its.ticks?.name}
    />
  );
  return (
    <>
      <PageHeader
        title={list.title}
        lead={its.lead ?? list.lead}
        actions={
          <>
            <ExportLink path={path} query={chosen} />
            {its.actions}
          </>
        }
      />
      {its.above?.(page)}
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
      {its.ticks && table.rows.length > 0 ? its.ticks.around(shown) : shown}
      <Pager
        path={path}
        query={query}
        first={table.rows[0]?.id ?? ""}
        last={table.rows.at(-1)?.id ?? ""}
        {...{ hasNewer, hasOlder }}
      />
      {list.live && <Live environment={environment} topics={[list.live]} />}
    </>
  );
}
