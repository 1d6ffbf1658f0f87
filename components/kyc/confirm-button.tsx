"use client";

import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useWork } from "@/components/forms/use-work";
import { Button } from "@/components/ui/button";

/** A button for what cannot be undone. It asks in place: the middle of the frame may be far from that of the screen. */
export function ConfirmButton(props: {
  label: string;
  about: string;
  question: string;
  yes: string;
  no: string;
  act: () => Promise<void>;
}) {
  const { label, about, question, yes, no, act } = props;
  const [asking, setAsking] = useState<"never" | "now" | "answered">("never");
  const { busy, run } = useWork();
  const opener = useRef<HTMLButtonElement>(null);
  const safe = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (asking === "now") safe.current?.focus();
    if (asking === "answered") opener.current?.focus();
  }, [asking]);

  const agree = () =>
    run(async () => {
      await act();
      setAsking("answered");
    });

  if (asking !== "now") {
    return (
      <Button ref={opener} look="quiet" onClick={() => setAsking("now")}>
        {label}
        <span className="sr-only"> {about}</span>
      </Button>
    );
  }
  const leave = (event: KeyboardEvent) => {
    if (event.key === "Escape" && !busy) setAsking("answered");
  };
  return (
    <fieldset className="flex w-full flex-col gap-2 rounded-(--radius-field) bg-stone-100 p-3 dark:bg-stone-800">
      <legend className="wrap-anywhere float-left font-medium">{question}</legend>
      <div className="flex flex-wrap gap-2">
        <Button ref={safe} look="secondary" onKeyDown={leave} onClick={() => !busy && setAsking("answered")}>
          {no}
        </Button>
        <Button look="secondary" busy={busy} onKeyDown={leave} onClick={agree}>
          <span className="text-red-800 dark:text-red-300">{yes}</span>
        </Button>
      </div>
    </fieldset>
  );
}
