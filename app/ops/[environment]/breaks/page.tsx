import { ConsoleListPage } from "@/app/ops/list-page";
import { operatorAt } from "@/app/ops/operator";
import { breakList } from "@/lib/surfaces/console/loans/break-list";

export const metadata = { title: breakList.title };

export default async function Breaks({ params, searchParams }: PageProps<"/ops/[environment]/breaks">) {
  return <ConsoleListPage list={breakList} at={await operatorAt(params)} asked={await searchParams} />;
}
