import { operatorAt } from "@/app/ops/operator";
import { WorkKinds } from "@/components/ops/work/work-kinds";
import { ListTable } from "@/components/staff/list-table";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { readWork, workTable } from "@/lib/surfaces/console/work/read-work";

export const metadata = { title: "What waits" };

export default async function WorkPage({ params, searchParams }: PageProps<"/ops/[environment]">) {
  const { operator, environment, realNow, now } = await operatorAt(params);
  const { kind } = await searchParams;
  const name = typeof kind === "string" ? kind : undefined;
  const { kinds, items } = await readWork({ role: operator.role, environment, name, realNow });
  const base = `/ops/${environment}`;
  return (
    <>
      <PageHeader title="What waits" lead="Whatever waits for a person: the riskiest first, then the oldest." />
      <WorkKinds base={base} kinds={kinds} chosen={name} />
      <ListTable
        base={base}
        table={workTable(items, now)}
        empty={
          <EmptyState title="Nothing waits">
            Cases, payouts, breaks and complaints that need a person appear here by themselves.
          </EmptyState>
        }
      />
    </>
  );
}
