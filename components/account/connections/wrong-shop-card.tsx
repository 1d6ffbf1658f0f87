import Link from "next/link";
import { ActionButton } from "@/components/forms/action-button";
import { buttonLook } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Card, Facts } from "@/components/ui/touch-card";
import type { Connection } from "./connection";

type Named = { businessName: string; thirdPartyCustomerId: string | null };
type Act = (input: { connectionId: string }) => Promise<unknown>;

export function WrongShopCard(props: {
  connection: Pick<Connection, "connectionId" | "marketplaceName" | "connectable">;
  refused: NonNullable<Connection["refused"]>;
  authorizeAgain: Act;
  disconnect: Act;
}) {
  const { connection, refused, authorizeAgain, disconnect } = props;
  const { connectionId, marketplaceName, connectable } = connection;
  const { shop, meant } = refused;
  return (
    <Card>
      <Notice look="warning" title={meant ? "Nothing was changed" : "Nothing is connected"}>
        <p>
          {meant
            ? `At ${marketplaceName} you signed in to a different shop from the one you have here.`
            : `This shop at ${marketplaceName} is in another account here.`}
        </p>
      </Notice>
      <Facts
        rows={[
          [`You signed in at ${marketplaceName} as`, <Name key="came" of={shop} />],
          ["Your shop here", meant && <Name key="meant" of={meant} />],
        ]}
      />
      <h2 className="font-semibold">What you can do</h2>
      {meant ? (
        <ul className="flex list-disc flex-col gap-2 pl-5">
          <li>
            For <bdi>{meant.businessName}</bdi>: sign out at {marketplaceName}, then try again and sign in there as{" "}
            <bdi>{meant.businessName}</bdi>.
          </li>
          <li>
            For <bdi>{shop.businessName}</bdi>: open a separate account here, with another e-mail address. An account
            can hold one shop on each marketplace.
          </li>
        </ul>
      ) : (
        <ul className="flex list-disc flex-col gap-2 pl-5">
          <li>Sign in here to the account that has it. If you do not know of one, write to us.</li>
          <li>For another shop of yours: sign out at {marketplaceName}, then connect it.</li>
        </ul>
      )}
      <div className="flex flex-wrap items-start gap-3">
        {connectable && (
          <div className="flex flex-col gap-2">
            <ActionButton act={authorizeAgain.bind(null, { connectionId: meant?.connectionId ?? connectionId })}>
              {meant ? "Try again" : "Connect another shop"}
            </ActionButton>
          </div>
        )}
        {meant ? (
          <Link
            href={`/account/connections/${meant.connectionId}`}
            prefetch={false}
            className={`${buttonLook("secondary")} wrap-anywhere`}
          >
            Keep things as they are
          </Link>
        ) : (
          <div className="flex flex-col gap-2">
            <ActionButton look="secondary" act={disconnect.bind(null, { connectionId })}>
              Remove from the list
            </ActionButton>
          </div>
        )}
      </div>
    </Card>
  );
}

function Name({ of: { businessName, thirdPartyCustomerId } }: { of: Named }) {
  return (
    <>
      <bdi>{businessName}</bdi>
      {thirdPartyCustomerId !== null && (
        <span className="block text-sm font-normal text-muted">
          ID <bdi>{thirdPartyCustomerId}</bdi>
        </span>
      )}
    </>
  );
}
