import { ConsoleListPage } from "@/app/ops/list-page";
import { operatorAt } from "@/app/ops/operator";
import { complaintList } from "@/lib/surfaces/console/loans/complaint-list";

export const metadata = { title: complaintList.title };

export default async function Complaints({ params, searchParams }: PageProps<"/ops/[environment]/complaints">) {
  return <ConsoleListPage list={complaintList} at={await operatorAt(params)} asked={await searchParams} />;
}
