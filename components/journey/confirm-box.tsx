"use client";

import { type KeyboardEvent, useEffect, useId, useRef } from "react";
import { reveal } from "@/components/forms/reveal";
import { Button } from "@/components/ui/button";

/** Asks whether it is meant, in place of the buttons: the middle of the frame may be far from what is seen of it. */
export function ConfirmBox(props: {
  title: string;
  text: string;
  /** The safe answer, which has the focus and is what Escape means. */
  no: string;
  yes: string;
  yesLook?: "primary" | "secondary";
  busy: boolean;
  onNo: () => void;
  onYes: () => void;
}) {
  const { title, text, no, yes, yesLook = "primary", busy, onNo, onYes } = props;
  const id = useId();
  const safe = useRef<HTMLButtonElement>(null);
  const dialog = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (safe.current && dialog.current) reveal(safe.current, dialog.current);
  }, []);
  const onEscape = (event: KeyboardEvent) => {
    if (event.key === "Escape" && !busy) onNo();
  };
  return (
    <div
      ref={dialog}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className="flex flex-col gap-3 rounded-(--radius-field) bg-stone-100 p-4 dark:bg-stone-800"
    >
      <h3 id={`${id}-title`} className="font-semibold">
        {title}
      </h3>
      <p id={`${id}-text`}>{text}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button ref={safe} look="secondary" onKeyDown={onEscape} onClick={() => !busy && onNo()}>
          {no}
        </Button>
        <Button look={yesLook} busy={busy} onKeyDown={onEscape} onClick={onYes}>
          {yes}
        </Button>
      </div>
    </div>
  );
}
