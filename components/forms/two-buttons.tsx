"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useHydrated } from "@/components/ui/use-hydrated";
import type { Outcome } from "./outcome";
import type { Work } from "./use-work";

export function TwoButtons(props: {
  labels: readonly [string, string];
  className?: string;
  work: Work;
  choose: (first: boolean) => Promise<Outcome | undefined>;
}) {
  const { labels, className, work, choose } = props;
  const hydrated = useHydrated();
  const [chosen, setChosen] = useState("");
  const give = (label: string) =>
    work.run(() => {
      setChosen(label);
      return choose(label === labels[0]);
    });
  return (
    <div className="flex flex-col gap-3 sm:flex-row">
      {labels.map((label, i) => (
        <Button
          key={label}
          className={className}
          look={i === 0 ? "primary" : "secondary"}
          busy={work.busy && chosen === label}
          disabled={!hydrated}
          onClick={() => give(label)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
