"use client";

import { type RefObject, useState } from "react";
import DialogWindow from "@/components/ui/dialog-window";
import { keysAreOn, rows, switchKeys } from "./key-choice";
import type { Place } from "./place";

type Props = { places: readonly Place[]; opener: RefObject<HTMLElement | null>; onClose: () => void };

export default function ShortcutList({ places, opener, onClose }: Props) {
  const [on, setOn] = useState(keysAreOn);
  const [own] = useState(ownKeys);
  return (
    <DialogWindow title="Keys" opener={opener} onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 sm:grid-cols-[auto_1fr_auto_1fr] gap-y-2 text-sm">
        <Keys keys={["/"]} does="Search the list, or everything" />
        <Keys keys={["?"]} does="Show these keys" />
        <Keys keys={["Esc"]} does="Close what is open" />
        {own.map(({ key, does }) => (
          <Keys key={key} keys={[key]} does={does} />
        ))}
        {places.map(({ key, label }) => (
          <Keys key={key} keys={["g", key]} does={label} />
        ))}
      </dl>
      <label className="flex min-h-(--control) items-center gap-2.5 border-t border-line pt-3 text-sm">
        <input
          type="checkbox"
          checked={on}
          onChange={({ target }) => {
            switchKeys(target.checked);
            setOn(target.checked);
          }}
          className="size-4 shrink-0 accent-(--color-accent)"
        />
        Use single keys in this browser
      </label>
    </DialogWindow>
  );
}

/** What the page below has keys for: `data-does` says what they do. */
function ownKeys(): { key: string; does: string }[] {
  const marked = Array.from(document.querySelectorAll<HTMLElement>("[data-key]"), ({ dataset }) => dataset);
  // One key stands at many things where it is for the one that has the focus.
  const own = [...new Map(marked.map(({ key = "", does = "" }) => [key, { key, does }])).values()];
  const list = document.querySelector(rows);
  return list ? [{ key: "j", does: "The row below" }, { key: "k", does: "The row above" }, ...own] : own;
}

function Keys({ keys, does }: { keys: readonly string[]; does: string }) {
  return (
    <>
      <dt className="flex gap-1">
        {keys.map((key) => (
          <kbd
            key={key}
            className="min-w-6 rounded border border-edge bg-sunken px-1.5 text-center font-mono text-xs leading-6"
          >
            {key}
          </kbd>
        ))}
      </dt>
      <dd>{does}</dd>
    </>
  );
}
