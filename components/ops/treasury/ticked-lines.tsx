"use client";

import { createContext, type ReactNode, use, useState } from "react";
import { isRefusal } from "@/components/forms/outcome";
import { ReasonDialog } from "@/components/ops/reason-dialog";
import { useHydrated } from "@/components/ui/use-hydrated";
import { proposed } from "./proposed";

type Ticked = { has: (lineId: string) => boolean; set: (lineId: string, on: boolean) => void };

const Lines = createContext<Ticked | null>(null);

/** Whether a line is put away together with others. @param props.of what people know it by */
export function Tick({ lineId, of }: { lineId: string; of: string }) {
  const ticked = use(Lines);
  const hydrated = useHydrated();
  return (
    <label className="-m-2 flex w-fit p-2">
      <span className="sr-only">Choose {of}</span>
      <input
        type="checkbox"
        className="size-4 accent-(--color-accent)"
        disabled={!hydrated}
        checked={ticked?.has(lineId) ?? false}
        onChange={({ target }) => ticked?.set(lineId, target.checked)}
      />
    </label>
  );
}

type Asked = { accountId: string; lineIds: string[]; reason: string };
type Props = {
  accountId: string;
  /** The lines on this page: one that was ticked on another is not put away unseen. */
  shown: readonly string[];
  send: (asked: Asked) => Promise<unknown>;
  children: ReactNode;
};

/** Lines with a box each, and one proposal to put all away that are ticked. */
export function DismissTicked({ accountId, shown, send, children }: Props) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const lineIds = shown.filter((id) => chosen.includes(id));
  const ticked: Ticked = {
    has: (lineId) => lineIds.includes(lineId),
    set: (lineId, on) => setChosen(on ? [...lineIds, lineId] : lineIds.filter((id) => id !== lineId)),
  };
  const propose = async (asked: Asked) => {
    const answer = await send(asked);
    if (!isRefusal(answer)) setChosen([]);
    return answer;
  };
  return (
    <Lines value={ticked}>
      {lineIds.length > 1 && (
        <div>
          <ReasonDialog
            trigger={`Dismiss ${lineIds.length} lines`}
            title={`Dismiss ${lineIds.length} lines`}
            label="What are they?"
            hint="For whoever decides."
            button="Propose"
            about={{ accountId, lineIds }}
            act={propose}
            said={proposed}
          />
        </div>
      )}
      {children}
    </Lines>
  );
}
