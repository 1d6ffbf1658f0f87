import { ConsoleListPage } from "@/app/ops/list-page";
import { operatorAt } from "@/app/ops/operator";
import { RemittanceBreaks } from "@/components/ops/treasury/remittance-breaks";
import { Card } from "@/components/ui/card";
import { remittanceList } from "@/lib/surfaces/console/treasury/remittance-list";
import { listUnknownReceipts } from "@/lib/surfaces/console/treasury/remittances";
import { closeBreak } from "./actions";

export const metadata = { title: remittanceList.title };

type Props = PageProps<"/ops/[environment]/treasury/remittances">;

export default async function Remittances({ params, searchParams }: Props) {
  const at = await operatorAt(params);
  const unknown = await listUnknownReceipts(at);
  const above = unknown.length > 0 && (
    <Card title="Money of nobody known">
      <RemittanceBreaks breaks={unknown} close={at.may("pay") ? closeBreak.bind(null, at.environment) : null} />
    </Card>
  );
  return <ConsoleListPage list={remittanceList} at={at} asked={await searchParams} above={above} />;
}
