import { z } from "zod";
import { operatorAt } from "@/app/ops/operator";
import { CallerList } from "@/components/ops/loans/caller-list";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { PageHeader } from "@/components/ui/page-header";
import { text } from "@/lib/kernel/validation";
import { findCaller } from "@/lib/surfaces/console/loans/find-caller";

export const metadata = { title: "Loans" };

const searchQuery = z.object({ q: text(255).optional().catch(undefined) });

export default async function Loans({ params, searchParams }: PageProps<"/ops/[environment]/loans">) {
  const { environment } = await operatorAt(params);
  const { q } = searchQuery.parse(await searchParams);
  const { callers, more } = q === undefined ? { callers: [], more: false } : await findCaller(environment, q);
  return (
    <>
      <PageHeader
        title="Loans"
        lead="Find a merchant and its loans by anything a caller says: a name of the business or a director, the last four digits of a telephone or account number, an e-mail address, an order, a loan’s reference."
      />
      <FilterBar search={{ label: "What the caller says" }} filters={[]} />
      <CallerList base={`/ops/${environment}`} callers={callers} />
      {more && <p className="text-sm text-muted">There are more. Ask the caller for something else.</p>}
      {q === undefined ? (
        <EmptyState
          title="Nothing is looked for yet"
          action={{ href: `/ops/${environment}/arrears`, label: "See who is late" }}
        >
          Nobody is found by an identity number, nor by a part of an e-mail address.
        </EmptyState>
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
