"use client";

import { type Refusal, unreachable } from "@/components/forms/outcome";
import { useChange } from "@/components/forms/use-change";
import { useWork } from "@/components/forms/use-work";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { useHydrated } from "@/components/ui/use-hydrated";

export type EndsSession = (typed: { sessionId: string }) => Promise<undefined | Refusal>;

/** Signs the account out in one place. */
export function EndSession({ sessionId, agent, end }: { sessionId: string; agent: string; end: EndsSession }) {
  const { busy, failure, run } = useWork();
  const hydrated = useHydrated();
  const follow = useChange();
  const ended = () =>
    follow(
      end({ sessionId }).catch(() => unreachable),
      "That device is signed out.",
    );
  return (
    <div className="flex flex-col gap-2">
      <Button look="secondary" busy={busy} disabled={!hydrated} onClick={() => run(ended)}>
        Sign out <span className="sr-only">{agent}</span>
      </Button>
      <Alert message={failure} />
    </div>
  );
}
