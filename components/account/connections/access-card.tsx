import { ActionButton } from "@/components/forms/action-button";
import { Moment } from "@/components/ui/moment";
import { Notice } from "@/components/ui/notice";
import { Card, Facts } from "@/components/ui/touch-card";
import { type Access, type Connection, isEnded } from "./connection";
import { Watch } from "./watch";

const looks = { WORKING: "good", WAITING: "plain", FAILING: "warning", REVOKED: "bad", REFUSED: "bad" } as const;

const titles: Record<Access["state"], string> = {
  WORKING: "Everything is working",
  WAITING: "On its way",
  FAILING: "We cannot get your sales figures at the moment",
  REVOKED: "Your permission has ended",
  REFUSED: "This shop could not be connected",
};

type Acts = {
  authorizeAgain: (input: { connectionId: string }) => Promise<unknown>;
  pullNow: (input: { connectionId: string }) => Promise<unknown>;
};

export function AccessCard({ connection, authorizeAgain, pullNow }: { connection: Connection } & Acts) {
  const { connectionId, marketplaceName, access, connectable } = connection;
  const ended = isEnded(connection);
  const open = access && !ended && access.state !== "REVOKED" && access.state !== "REFUSED";
  return (
    <Card title={`Sales figures from ${marketplaceName}`}>
      {access && !ended ? (
        <>
          <Notice look={looks[access.state]} title={titles[access.state]}>
            <p>{access.message}</p>
          </Notice>
          <Facts
            rows={[
              ["Permission given on", <Moment key="given" at={access.authorizedAt} />],
              ["Last update", access.lastPulledAt ? <Moment key="last" at={access.lastPulledAt} /> : "Not yet"],
              ["Next update", access.nextPullAt && open ? <Moment key="next" at={access.nextPullAt} /> : null],
            ]}
          />
        </>
      ) : (
        <p>{ended ? endedText(connection) : noneText(connection)}</p>
      )}
      <div className="flex flex-wrap gap-3 empty:hidden">
        {open && (
          <div className="flex flex-col gap-2">
            <ActionButton
              look="secondary"
              act={pullNow.bind(null, { connectionId })}
              said="Updating your sales figures."
              after={<Watch />}
            >
              Update now
            </ActionButton>
          </div>
        )}
        {connectable && (!open || access.state === "FAILING") && (
          <div className="flex flex-col gap-2">
            <ActionButton look={open ? "secondary" : "primary"} act={authorizeAgain.bind(null, { connectionId })}>
              {access ? "Give permission again" : `Connect at ${marketplaceName}`}
            </ActionButton>
          </div>
        )}
      </div>
    </Card>
  );
}

function endedText({ marketplaceName, connectable }: Connection): string {
  const how = connectable ? "You can reconnect it here." : `To reconnect it, go to ${marketplaceName}.`;
  return `We no longer get data from this shop. ${how}`;
}

function noneText({ marketplaceName, connectable }: Connection): string {
  if (!connectable) return `${marketplaceName} sends us your sales figures. You don't need to do anything.`;
  return `${marketplaceName} sends us your sales figures. You can also let us get them every day, so that what you can borrow keeps up with your sales.`;
}
