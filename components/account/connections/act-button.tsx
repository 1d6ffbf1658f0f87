"use client";

import { useState } from "react";
import { isRefusal, type Outcome, unreachable } from "@/components/forms/outcome";
import { useChange } from "@/components/forms/use-change";
import { useWork } from "@/components/forms/use-work";
import { Alert } from "@/components/ui/alert";
import { Button, type ButtonLook } from "@/components/ui/button";
import { useHydrated } from "@/components/ui/use-hydrated";
import { hasAddress } from "./connection";
import { Watch } from "./watch";

/** An action about a connection; its answer may name where the browser goes. */
type Act = { act: (input: { connectionId: string }) => Promise<unknown>; on: string };

/** A button that does one thing with a connection and says why where it was refused. */
export function ActButton(
  props: Act & {
    label: string;
    look?: ButtonLook;
    said?: string;
    /** What it begins goes on in the background: the page follows it for a while. */
    watched?: boolean;
  },
) {
  const { label, look = "primary", said, watched = false, act, on } = props;
  const [begun, setBegun] = useState(0);
  const work = useWork();
  const change = useChange();
  const hydrated = useHydrated();
  async function run(): Promise<Outcome> {
    const answer = await act({ connectionId: on }).catch(() => unreachable);
    if (isRefusal(answer)) return answer;
    setBegun((times) => times + 1);
    return hasAddress(answer) ? answer : change(Promise.resolve(answer), said);
  }
  return (
    <div className="flex flex-col gap-2">
      <div>
        <Button look={look} busy={work.busy} disabled={!hydrated} onClick={() => work.run(run)}>
          {label}
        </Button>
      </div>
      <Alert message={work.failure} />
      {watched && begun > 0 && <Watch key={begun} />}
    </div>
  );
}
