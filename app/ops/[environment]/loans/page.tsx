import Link from "next/link";
import { z } from "zod";
import { operatorAt } from "@/app/ops/operator";
import { CallerList } from "@/components/ops/loans/caller-list";
import { ListTable } from "@/components/staff/list-table";
import { buttonLook } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { PageHeader } from "@/components/ui/page-header";
import { text } from "@/lib/kernel/validation";
import { findCaller } from "@/lib/surfaces/console/loans/find-caller";
import { readNewestLoans } from "@/lib/surfaces/console/loans/newest-loans";

export const metadata = { title: "Loans" };

const searchQuery = z.object({ q: text(255).optional().catch(undefined) });

export default async function Loans({ params, searchParams }: PageProps<"/ops/[environment]/loans">) {
  const { environment, realNow } = await operatorAt(params);
  const { q } = searchQuery.parse(await searchParams);
  const base = `/ops/${environment}`;
  const { callers, more } = q === undefined ? { callers: [], more: false } : await findCaller(environment, q);
  return (
    <>
      <PageHeader
        title="Loans"
        lead="Find a merchant and its loans by anything a caller says: a name of the business or a director, the last four digits of a telephone or account number, an e-mail address, an order, a loan’s reference. Nobody is found by an identity number, nor by a part of an e-mail address."
        actions={
          <Link href={`${base}/arrears`} prefetch={false} className={buttonLook("secondary")}>
            See who is late
          </Link>
        }
      />
      <FilterBar search={{ label: "What the caller says" }} filters={[]} />
      <CallerList base={base} callers={callers} />
      {more && <p className="text-sm text-muted">There are more. Ask the caller for something else.</p>}
      {q === undefined ? (
        <>
          <h2 className="text-lg font-semibold">The newest loans</h2>
          <ListTable
            base={base}
            table={await readNewestLoans({ environment, realNow })}
            empty={<EmptyState title="No loan yet">One appears here as soon as it is offered.</EmptyState>}
          />
        </>
      ) : (
        callers.length === 0 && (
          <EmptyState title="Nobody found">
            Type less of a name, or the whole of an order, a reference or an address.
          </EmptyState>
        )
      )}
    </>
  );
}
