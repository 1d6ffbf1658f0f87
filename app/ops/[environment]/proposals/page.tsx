import { ConsoleListPage } from "@/app/ops/list-page";
import { operatorAt } from "@/app/ops/operator";
import { proposalList } from "@/lib/surfaces/console/proposals/proposal-list";

export const metadata = { title: proposalList.title };

export default async function Proposals({ params, searchParams }: PageProps<"/ops/[environment]/proposals">) {
  return <ConsoleListPage list={proposalList} at={await operatorAt(params)} asked={await searchParams} />;
}
