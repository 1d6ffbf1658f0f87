import { operatorAt } from "@/app/ops/operator";
import { ListTable } from "@/components/staff/list-table";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { figureDays, listRailFigures } from "@/lib/surfaces/console/treasury/rail-figures";
import { railsTable } from "@/lib/surfaces/console/treasury/tables";

export const metadata = { title: "Rails" };

export default async function Rails({ params }: PageProps<"/ops/[environment]/treasury/rails">) {
  const at = await operatorAt(params);
  return (
    <>
      <PageHeader
        title="Rails"
        lead={`By lender and account: money of the last ${figureDays} days, and what is under way. Balances are those of the last statement.`}
      />
      <ListTable
        base={`/ops/${at.environment}`}
        table={railsTable(await listRailFigures(at), at.now)}
        empty={
          <EmptyState title="No rail yet">
            A lender’s rail appears here once two operators have agreed on it.
          </EmptyState>
        }
      />
    </>
  );
}
