import { ConfirmDialog } from "@/components/forms/confirm-dialog";
import { Card } from "@/components/ui/touch-card";
import type { Connection } from "./connection";

export function DisconnectCard(props: {
  connection: Pick<Connection, "connectionId" | "marketplaceName" | "runningLoans">;
  disconnect: (input: { connectionId: string }) => Promise<unknown>;
}) {
  const { connection, disconnect } = props;
  const { connectionId, marketplaceName, runningLoans } = connection;
  return (
    <Card title="Stop sharing">
      <ul className="flex list-disc flex-col gap-2 pl-5">
        <li>We stop getting data from {marketplaceName}, and give up our access there.</li>
        <li>{marketplaceName} can no longer send us data about your business or see your credit score.</li>
        <li>Offers that have not been paid out and requests that are still open come to an end.</li>
        {runningLoans > 0 && (
          <li>
            {`You still repay your loan from your sales, as agreed, and by your mandate if you fall behind. ${marketplaceName} makes the deductions, so it still sees that loan and tells us about those sales.`}
          </li>
        )}
      </ul>
      <div>
        <ConfirmDialog
          trigger={`Disconnect ${marketplaceName}`}
          look="secondary"
          title={`Disconnect ${marketplaceName}?`}
          body="Sharing stops immediately, both ways. You can reconnect later."
          confirm="Disconnect"
          danger
          act={disconnect.bind(null, { connectionId })}
          said={`${marketplaceName} is disconnected.`}
        />
      </div>
    </Card>
  );
}
