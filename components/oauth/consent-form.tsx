"use client";

import { useState } from "react";
import { type Outcome, unreachable } from "@/components/forms/outcome";
import { useWork } from "@/components/forms/use-work";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { useHydrated } from "@/components/ui/use-hydrated";

type Decision = "allow" | "deny";

/** The two answers to a request. `userId` is who was shown it: nobody else's session may answer. */
export function ConsentForm(props: {
  userId: string;
  query: string;
  decide: (input: { userId: string; query: string; decision: Decision }) => Promise<Outcome>;
}) {
  const { userId, query, decide } = props;
  const { busy, run } = useWork();
  const hydrated = useHydrated();
  const [failure, setFailure] = useState<string | null>(null);
  const [chosen, setChosen] = useState<Decision | null>(null);

  const answer = (decision: Decision) =>
    run(async () => {
      setFailure(null);
      setChosen(decision);
      const outcome = await decide({ userId, query, decision }).catch(() => unreachable);
      if ("address" in outcome) return outcome.address;
      if ("refused" in outcome) setFailure(outcome.refused);
      return null;
    });

  return (
    <div className="flex flex-col gap-3">
      <Alert message={failure} />
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button
          className="sm:flex-1"
          busy={busy && chosen === "allow"}
          disabled={!hydrated}
          onClick={() => answer("allow")}
        >
          Allow
        </Button>
        <Button
          className="sm:flex-1"
          look="secondary"
          busy={busy && chosen === "deny"}
          disabled={!hydrated}
          onClick={() => answer("deny")}
        >
          Cancel
        </Button>
      </div>
    </div>
  );
}
