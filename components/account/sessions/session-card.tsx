import { ActionButton } from "@/components/forms/action-button";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/moment";
import { StatusBadge } from "@/components/ui/status-badge";
import type { SessionList } from "@/lib/parties/people/account-schema";

type Props = {
  sessions: SessionList["data"];
  now: Date;
  end: (typed: { sessionId: string }) => Promise<unknown>;
};

export function SessionCard({ sessions, now, end }: Props) {
  return (
    <Card title="Where you are signed in">
      <ul className="divide-y divide-line">
        {sessions.map(({ sessionId, agent, createdAt, lastUsedAt, current }) => (
          <li key={sessionId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <span className="wrap-anywhere min-w-0">
              <span className="font-medium">{agent}</span>
              <span className="block text-sm text-muted">
                Since <Moment at={createdAt} />
                {lastUsedAt !== createdAt && (
                  <>
                    , last used <Moment at={lastUsedAt} relative={now} />
                  </>
                )}
              </span>
            </span>
            {current ? (
              <StatusBadge tone="good">This device</StatusBadge>
            ) : (
              <div className="flex flex-col gap-2">
                <ActionButton look="secondary" act={end.bind(null, { sessionId })} said="That device is signed out.">
                  Sign out <span className="sr-only">{agent}</span>
                </ActionButton>
              </div>
            )}
          </li>
        ))}
      </ul>
      <p className="max-w-prose text-sm text-muted">
        Don't recognise a device? Sign it out, then change your password.
      </p>
    </Card>
  );
}
