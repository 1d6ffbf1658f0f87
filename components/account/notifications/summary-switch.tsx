"use client";

import { type ReactNode, useState } from "react";
import { useChange } from "@/components/forms/use-change";
import { useWork } from "@/components/forms/use-work";
import { Alert } from "@/components/ui/alert";
import { useHydrated } from "@/components/ui/use-hydrated";
import type { Preferences } from "@/lib/platform/messages/mails/schema";

export type SaveWish = (merchantId: string, typed: Preferences) => Promise<unknown>;

export function SummarySwitch(props: { merchantId: string; on: boolean; save: SaveWish; children: ReactNode }) {
  const { merchantId, on, save, children } = props;
  const { busy, failure, run } = useWork();
  const follow = useChange();
  const hydrated = useHydrated();
  // Shown at once, since the answer may take seconds; taken back if it is refused.
  const [chosen, setChosen] = useState<boolean | null>(null);
  const shown = chosen ?? on;
  const change = () =>
    run(async () => {
      setChosen(!shown);
      const outcome = await follow(
        save(merchantId, { weeklySummary: !shown }),
        shown ? "You will not get the weekly summary any more." : "You will get a summary every week.",
      );
      if ("refused" in outcome) setChosen(null);
      return outcome;
    });
  return (
    <div className="flex flex-col gap-2">
      <label className="flex min-h-12 cursor-pointer items-center gap-3 py-2">
        <input
          type="checkbox"
          checked={shown}
          disabled={!hydrated}
          aria-busy={busy}
          onChange={change}
          className="size-5 shrink-0 accent-brand dark:accent-brand-soft"
        />
        {children}
      </label>
      <Alert message={failure} />
    </div>
  );
}
