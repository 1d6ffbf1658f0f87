"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useRef, useState } from "react";
import { type Refusal, unreachable } from "@/components/forms/outcome";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, useClose } from "@/components/ui/dialog";
import { ProgressBar } from "@/components/ui/progress-bar";

type Days = { from: string; to: string };
type Counted = { failed: number; more: boolean };
type Sent = { redelivered: number; next: string | null };

type Props = {
  days: Days;
  count: (typed: Days) => Promise<Counted | Refusal>;
  /** Sends some, and answers where to go on. */
  send: (typed: Days & { after: string | null }) => Promise<Sent | Refusal>;
};

/** Sends everything again that has failed in a period, a part at a time. */
export function ResendFailed(props: Props) {
  return (
    <Dialog trigger="Resend failed" title="Resend what failed">
      <Steps {...props} />
    </Dialog>
  );
}

type Stage =
  | { at: "asking" }
  | { at: "counted"; days: Days; found: Counted }
  | { at: "sending"; found: Counted; done: number }
  | { at: "done"; done: number };

function Steps({ days, count, send }: Props) {
  const close = useClose();
  const router = useRouter();
  const [stage, setStage] = useState<Stage>({ at: "asking" });
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const stopped = useRef(false);

  /** What is asked for while something is under way is not done twice. */
  async function alone(work: () => Promise<Refusal | undefined>) {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    const refusal = await work();
    setFailure(refusal?.refused ?? null);
    setBusy(false);
  }

  const look = (form: FormData) =>
    alone(async () => {
      const chosen = { from: String(form.get("from") ?? ""), to: String(form.get("to") ?? "") };
      const found = await count(chosen).catch(() => unreachable);
      if ("refused" in found) return found;
      setStage({ at: "counted", days: chosen, found });
    });

  const resend = (chosen: Days, found: Counted) =>
    alone(async () => {
      let done = 0;
      let after: string | null = null;
      stopped.current = false;
      setStage({ at: "sending", found, done });
      do {
        const sent: Sent | Refusal = await send({ ...chosen, after }).catch(() => unreachable);
        if ("refused" in sent) return sent;
        done += sent.redelivered;
        after = sent.next;
        setStage({ at: "sending", found, done });
      } while (after !== null && !stopped.current);
      setStage({ at: "done", done });
      router.refresh();
    });

  const told = <Alert message={failure} />;
  if (stage.at === "asking") {
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          look(new FormData(event.currentTarget));
        }}
        className="flex flex-col gap-4"
      >
        <p className="text-sm text-pretty">
          Every failed event of these days is sent again, under the same event id. Receivers ignore what they have had.
        </p>
        <div className="grid grid-cols-2 gap-3">
          <DayField name="from" label="First day" value={days.from} />
          <DayField name="to" label="Last day" value={days.to} />
        </div>
        {told}
        <End>
          <Button type="submit" busy={busy}>
            Count them
          </Button>
        </End>
      </form>
    );
  }
  if (stage.at === "counted") {
    const { failed, more } = stage.found;
    return (
      <>
        <p role="status" className="text-sm">
          {failed === 0 ? "Nothing has failed on these days." : `${counted(failed, more)} failed on these days.`}
        </p>
        {told}
        <End>
          <Button look="secondary" onClick={() => setStage({ at: "asking" })}>
            Other days
          </Button>
          {failed > 0 && (
            <Button busy={busy} onClick={() => resend(stage.days, stage.found)}>
              Resend them
            </Button>
          )}
        </End>
      </>
    );
  }
  if (stage.at === "sending") {
    const { done, found } = stage;
    return (
      <>
        <ProgressBar percent={(100 * done) / Math.max(1, found.failed)} label="Sent again" />
        <p role="status" className="text-sm tabular-nums">
          {done} of {counted(found.failed, found.more)}
        </p>
        {told}
        <End>
          <Button
            look="secondary"
            onClick={() => {
              if (busy) stopped.current = true;
              else close();
            }}
          >
            {busy ? "Stop" : "Close"}
          </Button>
        </End>
      </>
    );
  }
  return (
    <>
      <p role="status" className="text-sm">
        {stage.done === 1 ? "One event is" : `${stage.done} events are`} on the way again. The list shows how they fare.
      </p>
      <End>
        <Button onClick={close}>Done</Button>
      </End>
    </>
  );
}

const counted = (failed: number, more: boolean) =>
  more ? `More than ${failed.toLocaleString("en-GB")} events` : failed === 1 ? "1 event" : `${failed} events`;

function End({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap justify-end gap-2">{children}</div>;
}

function DayField({ name, label, value }: { name: string; label: string; value: string }) {
  return (
    <label className="flex flex-col gap-1 text-xs font-medium text-muted">
      {label}
      <input
        type="date"
        name={name}
        required
        defaultValue={value}
        className="min-h-(--control) min-w-0 rounded-(--radius-field) border border-edge bg-surface px-2.5 text-(length:--control-text) font-normal text-ink"
      />
    </label>
  );
}
