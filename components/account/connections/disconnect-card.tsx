"use client";

import { ConfirmDialog } from "@/components/forms/confirm-dialog";
import { unreachable } from "@/components/forms/outcome";
import { useChange } from "@/components/forms/use-change";
import { Card } from "@/components/ui/touch-card";
import type { Connection } from "./connection";

/** Ends all that is shared with a marketplace, once it has been said what that means. */
export function DisconnectCard(props: {
  connection: Pick<Connection, "connectionId" | "marketplaceName" | "runningLoans">;
  disconnect: (input: { connectionId: string }) => Promise<unknown>;
}) {
  const { connection, disconnect } = props;
  const { connectionId, marketplaceName, runningLoans } = connection;
  const change = useChange();
  return (
    <Card title="Stop sharing">
      <ul className="flex list-disc flex-col gap-2 pl-5">
        <li>We fetch nothing more at {marketplaceName}, and give the permission back there.</li>
        <li>{marketplaceName} can send us nothing more about your business, and no longer sees your credit score.</li>
        <li>Offers that have not been paid out end, and so do requests that have not been decided.</li>
        <li>
          {runningLoans > 0
            ? `What you owe is still repaid: from your sales, as agreed, and by your mandate if you fall behind. ${marketplaceName} deducts it, so it still sees that loan, and tells us the sales it deducts from.`
            : "A debt does not end by this: what you owe is still repaid. You have no running loan now."}
        </li>
      </ul>
      <div>
        <ConfirmDialog
          trigger={`Disconnect ${marketplaceName}`}
          look="secondary"
          title={`Disconnect ${marketplaceName}?`}
          body="Sharing ends at once, in both directions, as described. You can connect again later."
          confirm="Disconnect"
          danger
          run={() =>
            change(disconnect({ connectionId }), `${marketplaceName} is disconnected.`).catch(() => unreachable)
          }
        />
      </div>
    </Card>
  );
}
