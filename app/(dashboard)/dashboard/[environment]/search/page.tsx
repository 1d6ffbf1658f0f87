import Link from "next/link";
import { z } from "zod";
import { staffAt } from "@/app/(dashboard)/staff";
import { ListTable } from "@/components/staff/list-table";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { PageHeader } from "@/components/ui/page-header";
import { reachOf } from "@/lib/kernel/reach";
import { text } from "@/lib/kernel/validation";
import { findAnything } from "@/lib/surfaces/dashboard/find-anything";

export const metadata = { title: "Search" };

const searchQuery = z.object({ q: text(255).optional().catch(undefined) });

export default async function Search({ params, searchParams }: PageProps<"/dashboard/[environment]/search">) {
  const { actor, environment, now } = await staffAt(params);
  const asked = await searchParams;
  const { q } = searchQuery.parse(asked);
  const groups = q === undefined ? [] : await findAnything(reachOf(actor), q, now);
  return (
    <>
      <PageHeader
        title="Search"
        lead="Merchants by name, id or e-mail address; loans, settlements, deductions and orders by their references; whatever stands in a list by its id."
      />
      <FilterBar search={{ label: "Merchant, loan, reference, order or e-mail" }} filters={[]} />
      {groups.map(({ table, all, note }) => (
        <Card
          key={table.caption}
          title={table.caption}
          aside={
            all && (
              <Link
                href={`/dashboard/${environment}/${all}`}
                prefetch={false}
                className="text-sm font-medium underline underline-offset-4"
              >
                All of these
                <span className="sr-only">: {table.caption}</span>
              </Link>
            )
          }
        >
          <ListTable base={`/dashboard/${environment}`} table={table} />
          {note && <p className="pt-3 text-sm text-stone-600 dark:text-stone-400">{note}</p>}
        </Card>
      ))}
      {Boolean(asked.q) && groups.length === 0 && (
        <EmptyState title="Nothing found">
          Nothing here is called that. Type less of a name, or the whole of a reference or an id.
        </EmptyState>
      )}
    </>
  );
}
