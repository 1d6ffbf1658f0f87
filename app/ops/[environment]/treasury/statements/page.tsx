import { operatorAt } from "@/app/ops/operator";
import { ListTable } from "@/components/staff/list-table";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { listWaiting } from "@/lib/lending/bank-statements/list-waiting";
import { accountsTable } from "@/lib/surfaces/console/treasury/tables";

export const metadata = { title: "Statements" };

export default async function Statements({ params }: PageProps<"/ops/[environment]/treasury/statements">) {
  const { environment, now } = await operatorAt(params);
  return (
    <>
      <PageHeader
        title="Statements"
        lead="Lenders’ accounts, the longest unread first, and the lines of them that wait for people."
      />
      <ListTable
        base={`/ops/${environment}`}
        table={accountsTable(await listWaiting(environment), now)}
        empty={
          <EmptyState title="No account yet">
            A lender’s account appears here once two operators have agreed on it.
          </EmptyState>
        }
      />
    </>
  );
}
