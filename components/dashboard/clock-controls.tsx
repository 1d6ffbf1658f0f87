"use client";

import { useRouter } from "next/navigation";
import { ConfirmDialog } from "@/components/forms/confirm-dialog";
import { lazyDialog } from "@/components/forms/lazy-dialog";
import { isRefusal, type Outcome } from "@/components/forms/outcome";
import { useWork } from "@/components/forms/use-work";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import { useHydrated } from "@/components/ui/use-hydrated";

const daySeconds = 86_400;
const steps = [
  { label: "1 day", days: 1 },
  { label: "1 week", days: 7 },
  { label: "30 days", days: 30 },
];

type Props = {
  advance: (environment: "test", input: { seconds: number }) => Promise<unknown>;
  runWork: (environment: "test", input: Record<string, never>) => Promise<unknown>;
};

const ClockDialog = lazyDialog(() => import("./clock-form"));

/** Moves the clock of test data ahead, or has done what waits at its present time. */
export function ClockControls({ advance, runWork }: Props) {
  const router = useRouter();
  const toast = useToast();
  const hydrated = useHydrated();
  const work = useWork();

  /** Does it, then says whether all that was due has happened. */
  async function act(doing: Promise<unknown>, done: string): Promise<Outcome> {
    const answer = await doing;
    if (isRefusal(answer)) return answer;
    const ran = typeof answer === "object" && answer !== null && "ran" in answer && answer.ran === true;
    toast.show(ran ? done : "This takes longer: the rest goes on in the background.");
    router.refresh();
    return { done: true };
  }
  const move = (days: number) =>
    act(advance("test", { seconds: days * daySeconds }), "The clock is ahead, and everything due has happened.");

  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-2">
        {steps.map(({ label, days }) => (
          <ConfirmDialog
            key={days}
            trigger={`${label} ahead`}
            title={`Move the clock ${label} ahead?`}
            body={
              <p>
                Everything that falls due on the way happens in order: reminders, deductions, offers that expire, events
                that are sent. The clock never goes back.
              </p>
            }
            confirm={`Move it ${label}`}
            run={() => move(days)}
          />
        ))}
        <ClockDialog trigger="By days…" title="Move the clock ahead" given={{ send: move }} />
      </div>
      <div>
        <Button
          look="secondary"
          busy={work.busy}
          disabled={!hydrated}
          onClick={() => work.run(() => act(runWork("test", {}), "Everything that waited is done."))}
        >
          Do what waits now
        </Button>
      </div>
      <Alert message={work.failure} />
    </div>
  );
}
