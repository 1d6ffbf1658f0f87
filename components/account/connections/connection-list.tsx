import Link from "next/link";
import { TestBadge } from "@/components/ui/badge";
import { Moment } from "@/components/ui/moment";
import { cardLook } from "@/components/ui/touch-card";
import { type Connection, isEnded } from "./connection";
import { ConnectionBadge } from "./connection-badge";

export function ConnectionList({ connections }: { connections: readonly Connection[] }) {
  return (
    <ul className="flex flex-col gap-3">
      {connections.map((connection) => (
        <li key={connection.connectionId} className={`relative ${cardLook} hover:border-stone-500`}>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <span className="wrap-anywhere min-w-0">
              <Link
                href={`/account/connections/${connection.connectionId}`}
                prefetch={false}
                className="font-semibold underline-offset-4 after:absolute after:inset-0 hover:underline"
              >
                {connection.businessName ?? `Your shop at ${connection.marketplaceName}`}
              </Link>
              <span className="flex flex-wrap items-center gap-2 text-sm text-muted">
                {connection.marketplaceName} {connection.environment === "test" && <TestBadge />}
              </span>
            </span>
            <ConnectionBadge {...connection} />
          </div>
          <Told {...connection} />
        </li>
      ))}
    </ul>
  );
}

function Told({ access, status, lastReceivedAt }: Connection) {
  if (!isEnded({ status, access }) && access && access.state !== "WORKING") return <p>{access.message}</p>;
  if (!lastReceivedAt) return null;
  return (
    <p className="text-sm text-muted">
      Sales figures last received <Moment at={lastReceivedAt} />
    </p>
  );
}
