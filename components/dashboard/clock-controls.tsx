"use client";

import { ActionButton } from "@/components/forms/action-button";
import { ConfirmDialog } from "@/components/forms/confirm-dialog";
import { lazyDialog } from "@/components/forms/lazy-dialog";

const daySeconds = 86_400;
const steps = [
  { label: "1 day", days: 1 },
  { label: "1 week", days: 7 },
  { label: "30 days", days: 30 },
];

type Props = {
  advance: (input: { seconds: number }) => Promise<unknown>;
  runWork: () => Promise<unknown>;
};

const ClockDialog = lazyDialog(() => import("./clock-form"));

export function ClockControls({ advance, runWork }: Props) {
  const move = (days: number) => advance({ seconds: days * daySeconds });
  const said = saidOf("The clock is ahead, and everything due has happened.");
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-2">
        {steps.map(({ label, days }) => (
          <ConfirmDialog
            key={days}
            trigger={`${label} ahead`}
            title={`Move the clock ${label} ahead?`}
            body="Everything that falls due on the way happens in order: reminders, deductions, offers that expire, events that are sent. The clock never goes back."
            confirm={`Move it ${label}`}
            act={() => move(days)}
            said={said}
          />
        ))}
        <ClockDialog trigger="By days…" title="Move the clock ahead" given={{ move, said }} />
      </div>
      <div className="flex flex-col items-start gap-4">
        <ActionButton look="secondary" act={runWork} said={saidOf("Everything that waited is done.")}>
          Do what waits now
        </ActionButton>
      </div>
    </div>
  );
}

/** Says whether all that was due has happened. */
function saidOf(done: string) {
  return (answer: unknown): string => {
    const ran = typeof answer === "object" && answer !== null && "ran" in answer && answer.ran === true;
    return ran ? done : "This takes longer: the rest goes on in the background.";
  };
}
