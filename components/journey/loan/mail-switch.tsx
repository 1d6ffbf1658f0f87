"use client";

import { useId } from "react";
import { useWork } from "@/components/forms/use-work";
import { useJourney } from "@/components/journey/context";
import { Card } from "@/components/journey/step-frame";
import { Alert } from "@/components/ui/alert";
import type { Preferences } from "@/lib/notifications/schema";

/** Whether the merchant gets a summary by mail every week. What it must know comes in any case. */
export function MailSwitch() {
  const { session, call, refresh } = useJourney();
  const { busy, failure, run } = useWork();
  const id = useId();
  const { weeklySummary } = session.preferences;
  const change = () =>
    run(async () => {
      const answer = await call<Preferences>("PUT", "preferences", { weeklySummary: !weeklySummary });
      if ("refused" in answer) return answer;
      await refresh();
    });
  return (
    <Card title="Mail">
      <label htmlFor={id} className="flex min-h-12 cursor-pointer items-center gap-3">
        <input
          id={id}
          type="checkbox"
          checked={weeklySummary}
          aria-busy={busy}
          onChange={change}
          className="size-5 shrink-0 accent-brand dark:accent-brand-soft"
        />
        <span>Send me a summary of this loan every week</span>
      </label>
      <p className="text-sm text-stone-700 dark:text-stone-300">
        We always write about offers, payments that are late, and debits.
      </p>
      <Alert message={failure} />
    </Card>
  );
}
