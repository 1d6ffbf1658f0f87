"use client";

import { useState } from "react";
import { type Outcome, unreachable } from "@/components/forms/outcome";
import { useWork } from "@/components/forms/use-work";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { useHydrated } from "@/components/ui/use-hydrated";

/** Makes a new seller and goes to its page. */
export function StartSeller({ start }: { start: (input: { prefilled: boolean }) => Promise<Outcome> }) {
  const { busy, run } = useWork();
  const hydrated = useHydrated();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  const begin = (prefilled: boolean) =>
    run(async () => {
      setFailure(null);
      setChosen(prefilled);
      const outcome = await start({ prefilled }).catch(() => unreachable);
      if ("address" in outcome) return outcome.address;
      if ("refused" in outcome) setFailure(outcome.refused);
      return null;
    });

  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button busy={busy && chosen === true} disabled={!hydrated} onClick={() => begin(true)}>
          With details filled in
        </Button>
        <Button look="secondary" busy={busy && chosen === false} disabled={!hydrated} onClick={() => begin(false)}>
          With nothing filled in
        </Button>
      </div>
      <Alert message={failure} />
      <noscript>
        <p>This page needs JavaScript. Allow it for this page, then reload.</p>
      </noscript>
    </div>
  );
}
