import { Moment } from "@/components/ui/moment";
import { Notice } from "@/components/ui/notice";
import { Card, Facts } from "@/components/ui/touch-card";
import { ActButton } from "./act-button";
import type { Access, Connection } from "./connection";

const looks = { WORKING: "good", WAITING: "plain", FAILING: "warning", REVOKED: "bad", REFUSED: "bad" } as const;

const titles: Record<Access["state"], string> = {
  WORKING: "All is well",
  WAITING: "On its way",
  FAILING: "Not fetched at the moment",
  REVOKED: "The permission has ended",
  REFUSED: "This shop could not be connected",
};

type Acts = {
  authorizeAgain: (input: { connectionId: string }) => Promise<unknown>;
  pullNow: (input: { connectionId: string }) => Promise<unknown>;
};

/** What the account lets us fetch at the marketplace, how that goes, and what can be done about it. */
export function AccessCard({ connection, authorizeAgain, pullNow }: { connection: Connection } & Acts) {
  const { connectionId, marketplaceName, access, connectable, status } = connection;
  const ended = status === "DISCONNECTED";
  const open = access && !ended && access.state !== "REVOKED" && access.state !== "REFUSED";
  return (
    <Card title={`Sales figures that we fetch at ${marketplaceName}`}>
      {access && !ended ? (
        <>
          <Notice look={looks[access.state]} title={titles[access.state]}>
            <p>{access.message}</p>
          </Notice>
          <Facts
            rows={[
              ["Permission given", <Moment key="given" at={access.authorizedAt} />],
              ["Last fetched", access.lastPulledAt ? <Moment key="last" at={access.lastPulledAt} /> : "Not yet"],
              ["Next time", access.nextPullAt && open ? <Moment key="next" at={access.nextPullAt} /> : null],
            ]}
          />
        </>
      ) : (
        <p>{ended ? endedText(connection) : noneText(connection)}</p>
      )}
      <div className="flex flex-wrap gap-3 empty:hidden">
        {open && (
          <ActButton
            label="Fetch now"
            look="secondary"
            said="We are fetching them now."
            watched
            act={pullNow}
            on={connectionId}
          />
        )}
        {connectable && (!open || access.state === "FAILING") && (
          <ActButton
            label={access ? "Give permission again" : `Connect at ${marketplaceName}`}
            look={open ? "secondary" : "primary"}
            act={authorizeAgain}
            on={connectionId}
          />
        )}
      </div>
    </Card>
  );
}

function endedText({ marketplaceName, connectable }: Connection): string {
  const how = connectable ? "You can connect it again here." : `To connect it again, begin at ${marketplaceName}.`;
  return `We fetch nothing of this shop any more. ${how}`;
}

function noneText({ marketplaceName, connectable }: Connection): string {
  if (!connectable) return `${marketplaceName} sends us your figures itself. There is nothing that you have to do.`;
  return `${marketplaceName} sends us your figures itself. You can also let us fetch them every day, so that what you can borrow keeps up with what you sell.`;
}
