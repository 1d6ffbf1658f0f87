import { ConsoleListPage } from "@/app/ops/list-page";
import { operatorAt } from "@/app/ops/operator";
import { UnbatchedTable } from "@/components/ops/treasury/unbatched-table";
import { batchList } from "@/lib/surfaces/console/treasury/batch-list";
import { listUnbatched } from "@/lib/surfaces/console/treasury/unbatched";
import { make } from "./actions";

export const metadata = { title: batchList.title };

export default async function Batches({ params, searchParams }: PageProps<"/ops/[environment]/treasury/batches">) {
  const at = await operatorAt(params);
  const rows = await listUnbatched(at.environment, at.realNow);
  const above = <UnbatchedTable rows={rows} make={at.may("pay") ? make.bind(null, at.environment) : null} />;
  return <ConsoleListPage list={batchList} at={at} asked={await searchParams} above={above} />;
}
