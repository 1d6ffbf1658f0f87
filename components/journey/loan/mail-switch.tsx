"use client";

import { useId, useState } from "react";
import { useWork } from "@/components/forms/use-work";
import { useJourney } from "@/components/journey/context";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/touch-card";
import type { Preferences } from "@/lib/platform/messages/mails/schema";

/** Whether the merchant gets a summary by mail every week. What it must know comes in any case. */
export function MailSwitch() {
  const { session, call, refresh } = useJourney();
  const { busy, failure, run } = useWork();
  const id = useId();
  // Shown at once, since the answer may take seconds; taken back if it is refused.
  const [chosen, setChosen] = useState<boolean | null>(null);
  const [saved, setSaved] = useState(false);
  const shown = chosen ?? session.preferences.weeklySummary;
  const change = () =>
    run(async () => {
      setSaved(false);
      setChosen(!shown);
      const answer = await call<Preferences>("PUT", "preferences", { weeklySummary: !shown });
      if ("body" in answer) await refresh();
      setChosen(null);
      if ("refused" in answer) return answer;
      setSaved(true);
    });
  return (
    <Card title="Mail">
      <label htmlFor={id} className="flex min-h-12 cursor-pointer items-center gap-3">
        <input
          id={id}
          type="checkbox"
          checked={shown}
          aria-busy={busy}
          onChange={change}
          className="size-5 shrink-0 accent-brand dark:accent-brand-soft"
        />
        <span>Send me a summary of my loan every week</span>
      </label>
      <p className="text-sm text-stone-700 dark:text-stone-300">
        We always write about offers, payments that are late, and debits.
        <span role="status">{busy ? " Saving…" : saved && " Saved."}</span>
      </p>
      <Alert message={failure} />
    </Card>
  );
}
