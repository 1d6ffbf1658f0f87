import { Card } from "@/components/ui/card";
import { DataTable } from "@/components/ui/data-table";
import { Money } from "@/components/ui/money";
import type { Kobo } from "@/lib/kernel/money";
import { capitalized, failurePhrases } from "@/lib/terms/dashboard/labels";
import { type FailureReason, failureReasons } from "@/lib/terms/funding/constants";

type Counted = { count: number; amount: Kobo };
type Props = { environment: string; refusals: Partial<Record<FailureReason, Counted>> };

export function Refusals({ environment, refusals }: Props) {
  const rows = failureReasons
    .flatMap((reason) => {
      const counted = refusals[reason];
      return counted ? [{ reason, ...counted }] : [];
    })
    .sort((one, other) => other.count - one.count);
  return (
    <Card title="Why requests were rejected">
      <DataTable
        caption="Why requests were rejected"
        rows={rows}
        keyOf={({ reason }) => reason}
        hrefOf={({ reason }) => `/dashboard/${environment}/funding-requests?reason=${reason}`}
        empty="No request was rejected in this time."
        columns={[
          { key: "reason", header: "Reason", cell: ({ reason }) => capitalized(failurePhrases[reason]) },
          { key: "count", header: "Requests", align: "end", cell: ({ count }) => count.toLocaleString("en-NG") },
          {
            key: "amount",
            header: "Asked for",
            align: "end",
            priority: 3,
            cell: ({ amount }) => <Money kobo={amount} />,
          },
        ]}
      />
    </Card>
  );
}
