"use client";

import { Fragment, type ReactNode, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button, type ButtonLook } from "@/components/ui/button";
import { useHydrated } from "@/components/ui/use-hydrated";
import { useChange } from "./use-change";
import { useWork } from "./use-work";

type Props = {
  look?: ButtonLook;
  className?: string;
  act: () => Promise<unknown>;
  /** Once it is done. */
  said?: Parameters<ReturnType<typeof useChange>>[1];
  /** Shown each time that it was done: what follows what was begun. */
  after?: ReactNode;
  children: ReactNode;
};

/** A button that does one thing, and says why where it was refused. */
export function ActionButton({ look = "primary", className, act, said, after, children }: Props) {
  const [times, setTimes] = useState(0);
  const work = useWork();
  const change = useChange();
  const hydrated = useHydrated();
  const run = async () => {
    const outcome = await change(act(), said);
    if ("done" in outcome) setTimes((before) => before + 1);
    return outcome;
  };
  return (
    <>
      <Button look={look} className={className} busy={work.busy} disabled={!hydrated} onClick={() => work.run(run)}>
        {children}
      </Button>
      <Alert message={work.failure} />
      {times > 0 && <Fragment key={times}>{after}</Fragment>}
    </>
  );
}
