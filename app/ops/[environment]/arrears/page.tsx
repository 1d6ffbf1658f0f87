import { ConsoleListPage } from "@/app/ops/list-page";
import { operatorAt } from "@/app/ops/operator";
import { ArrearsTotals } from "@/components/ops/loans/arrears-totals";
import { arrearsList } from "@/lib/surfaces/console/loans/arrears-list";
import { readArrearsTotals } from "@/lib/surfaces/console/loans/arrears-totals";

export const metadata = { title: arrearsList.title };

export default async function Arrears({ params, searchParams }: PageProps<"/ops/[environment]/arrears">) {
  const at = await operatorAt(params);
  const { environment, realNow } = at;
  const totals = await readArrearsTotals(environment, realNow);
  const above = <ArrearsTotals path={`/ops/${environment}/arrears`} totals={totals} />;
  return <ConsoleListPage list={arrearsList} at={at} asked={await searchParams} above={above} />;
}
