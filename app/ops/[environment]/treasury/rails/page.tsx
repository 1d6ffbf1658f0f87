import { operatorAt } from "@/app/ops/operator";
import { RailTable } from "@/components/ops/treasury/rail-table";
import { PageHeader } from "@/components/ui/page-header";
import { figureDays, listRailFigures } from "@/lib/surfaces/console/treasury/rail-figures";

export const metadata = { title: "Rails" };

export default async function Rails({ params }: PageProps<"/ops/[environment]/treasury/rails">) {
  const at = await operatorAt(params);
  return (
    <>
      <PageHeader
        title="Rails"
        lead={`By lender and account: money of the last ${figureDays} days, and what is under way. Balances are those of the last statement.`}
      />
      <RailTable base={`/ops/${at.environment}`} rows={await listRailFigures(at)} />
    </>
  );
}
