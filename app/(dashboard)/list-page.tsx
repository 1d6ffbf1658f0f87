import type { ReactNode } from "react";
import { ListView } from "@/app/list-view";
import { ExportLink } from "@/components/ui/export-link";
import { Live } from "@/components/ui/live";
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

/** The page of a list of the dashboard, with its export. */
export async function ListPage({ list, staff, asked, ...its }: Props) {
  const { actor, environment, now } = staff;
  const page = await list.open(reachOf(actor), asked, now);
  const base = `/dashboard/${environment}`;
  const narrowed = Object.values(page.chosen).some((value) => value !== undefined);
  return (
    <>
      <ListView
        list={{ ...list, lead: its.lead ?? list.lead }}
        page={page}
        base={base}
        nothing={narrowed ? page.nothing : (its.nothing ?? page.nothing)}
        actions={
          <>
            <ExportLink path={`${base}/${list.path}`} query={page.chosen} />
            {its.actions}
          </>
        }
        above={its.above?.(page)}
        ticks={its.ticks}
      />
      {list.live && <Live environment={environment} topics={[list.live]} />}
    </>
  );
}
