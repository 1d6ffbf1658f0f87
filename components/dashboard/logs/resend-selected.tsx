"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useRef, useState } from "react";
import { type Refusal, unreachable } from "@/components/forms/outcome";
import { useWork } from "@/components/forms/use-work";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";

type Props = {
  send: (typed: { ids: string[] }) => Promise<{ sent: number } | Refusal>;
  /** A table with boxes named `delivery`, and one of all of them. */
  children: ReactNode;
};

export function ResendSelected({ send, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [count, setCount] = useState(0);
  const work = useWork();
  const router = useRouter();
  const toast = useToast();

  const boxes = () => Array.from(form.current?.querySelectorAll<HTMLInputElement>("input[name=delivery]") ?? []);
  const ticked = () => boxes().filter(({ checked }) => checked);

  function tick(all: boolean) {
    for (const box of boxes()) box.checked = all;
    const whole = form.current?.querySelector<HTMLInputElement>("input[data-all]");
    if (whole) whole.checked = all;
    setCount(ticked().length);
  }

  const resend = () =>
    work.run(async () => {
      const ids = ticked().map(({ value }) => value);
      if (ids.length === 0) return;
      const outcome = await send({ ids }).catch(() => unreachable);
      if ("refused" in outcome) return outcome;
      tick(false);
      toast.show(outcome.sent === 1 ? "Sending 1 event again." : `Sending ${outcome.sent} events again.`);
      router.refresh();
    });

  return (
    <form
      ref={form}
      onChange={({ target }) => {
        if (!(target instanceof HTMLInputElement)) return;
        if ("all" in target.dataset) tick(target.checked);
        else setCount(ticked().length);
      }}
      onSubmit={(event) => event.preventDefault()}
      className="flex flex-col gap-3"
    >
      <Alert message={work.failure} />
      {children}
      {count > 0 && (
        <div className="sticky bottom-4 z-10 flex flex-wrap items-center justify-between gap-3 rounded-lg border border-edge bg-surface p-3 text-sm shadow-lg">
          <span role="status">{count} selected</span>
          <span className="flex gap-2">
            <Button look="secondary" onClick={() => tick(false)}>
              Select none
            </Button>
            <Button busy={work.busy} onClick={resend}>
              Resend {count}
            </Button>
          </span>
        </div>
      )}
    </form>
  );
}
