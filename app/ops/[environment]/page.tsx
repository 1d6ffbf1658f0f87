import { operatorAt } from "@/app/ops/operator";
import { WorkKinds } from "@/components/ops/work/work-kinds";
import { WorkTable } from "@/components/ops/work/work-table";
import { PageHeader } from "@/components/ui/page-header";
import { readWork } from "@/lib/surfaces/console/work/read-work";

export const metadata = { title: "What waits" };

export default async function WorkPage({ params, searchParams }: PageProps<"/ops/[environment]">) {
  const { operator, environment, realNow } = await operatorAt(params);
  const { kind } = await searchParams;
  const name = typeof kind === "string" ? kind : undefined;
  const { kinds, items } = await readWork({ role: operator.role, environment, name, realNow });
  const base = `/ops/${environment}`;
  return (
    <>
      <PageHeader title="What waits" lead="Whatever waits for a person: the riskiest first, then the oldest." />
      <WorkKinds base={base} kinds={kinds} chosen={name} />
      <WorkTable base={base} rows={items} realNow={realNow} />
    </>
  );
}
