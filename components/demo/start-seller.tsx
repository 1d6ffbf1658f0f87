"use client";

import { type Outcome, unreachable } from "@/components/forms/outcome";
import { TwoButtons } from "@/components/forms/two-buttons";
import { useWork } from "@/components/forms/use-work";
import { Alert } from "@/components/ui/alert";

export function StartSeller({ start }: { start: (input: { prefilled: boolean }) => Promise<Outcome> }) {
  const work = useWork();
  return (
    <div className="flex flex-col gap-3">
      <TwoButtons
        labels={["With details filled in", "With nothing filled in"]}
        work={work}
        choose={(prefilled) => start({ prefilled }).catch(() => unreachable)}
      />
      <Alert message={work.failure} />
      <noscript>
        <p>This page needs JavaScript. Allow it for this page, then reload.</p>
      </noscript>
    </div>
  );
}
