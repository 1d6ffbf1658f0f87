import { operatorAt } from "@/app/ops/operator";
import { AccountTable } from "@/components/ops/treasury/account-table";
import { PageHeader } from "@/components/ui/page-header";
import { listWaiting } from "@/lib/lending/bank-statements/list-waiting";

export const metadata = { title: "Statements" };

export default async function Statements({ params }: PageProps<"/ops/[environment]/treasury/statements">) {
  const { environment } = await operatorAt(params);
  return (
    <>
      <PageHeader
        title="Statements"
        lead="Lenders’ accounts, the longest unread first, and the lines of them that wait for people."
      />
      <AccountTable base={`/ops/${environment}`} rows={await listWaiting(environment)} />
    </>
  );
}
