"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useHydrated } from "@/components/ui/use-hydrated";
import { useLoaded } from "@/components/ui/use-loaded";
import { useGoing } from "./going";
import { keysAreOn, rows, typesText } from "./key-choice";
import type { Place } from "./place";

/**
 * The page's own keys: what has a `data-key` does what it does when clicked, once however long the key is held, of several
 * the one that has the focus; `j` and `k` go through a list's rows.
 */
function pressOwn(event: KeyboardEvent) {
  const pressed = /^[a-z]$/.test(event.key) && !event.repeat;
  const keyed = pressed ? Array.from(document.querySelectorAll(`[data-key="${event.key}"]`)) : [];
  const own = keyed.length > 1 ? keyed.find((one) => one.matches(":focus-within")) : keyed[0];
  const control = own?.matches("a,button") ? own : own?.querySelector("a,button:enabled");
  const listed = Array.from(document.querySelectorAll<HTMLElement>(rows));
  const at = listed.findIndex((one) => one.matches(":focus"));
  const row = event.key === "j" ? listed[at + 1] : event.key === "k" ? listed[Math.max(at - 1, 0)] : undefined;
  if (!control && !row) return;
  event.preventDefault();
  if (control instanceof HTMLElement) control.click();
  else row?.focus();
}

/** How long (ms) after `g` a letter still belongs to it. */
const together = 1_500;

const load = () => import("./shortcut-list");

/** Staff's pages by keyboard: `/` searches, `g` and a letter go somewhere, `?` or the button shows the keys. */
export function Shortcuts({ base, places }: { base: string; places: readonly Place[] }) {
  const { going, go } = useGoing();
  const [open, setOpen] = useState(false);
  const list = useLoaded(load);
  const goes = useRef(Number.NEGATIVE_INFINITY);
  const opener = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const hydrated = useHydrated();

  async function show(from: Element | null) {
    opener.current = from instanceof HTMLElement ? from : null;
    if (await list.load()) setOpen(true);
  }

  const press = useEffectEvent(async (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || typesText(event.target)) return;
    // The page of before is still shown, and a key would act on what one has just left.
    if (going || document.querySelector("[data-pending]") !== null) return;
    const inWindow = document.querySelector("[role=dialog],[role=alertdialog],[role=menu]") !== null;
    if (inWindow || !keysAreOn()) return;
    const afterG = event.timeStamp - goes.current < together;
    goes.current = Number.NEGATIVE_INFINITY;
    const place = afterG ? places.find(({ key }) => key === event.key) : undefined;
    if (place) {
      event.preventDefault();
      go(`${base}${place.path}`);
    } else if (event.key === "g") goes.current = event.timeStamp;
    else if (event.key === "/") {
      event.preventDefault();
      const search = (of: string) => document.querySelector<HTMLInputElement>(`input[data-search=${of}]`);
      // What lists something has a search of its own.
      (search("list") ?? search("everything"))?.focus();
    } else if (event.key === "?") {
      event.preventDefault();
      await show(document.activeElement);
    } else pressOwn(event);
  });

  useEffect(() => {
    const listen = (event: KeyboardEvent) => void press(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);

  return (
    <>
      <button
        ref={button}
        type="button"
        disabled={!hydrated}
        aria-haspopup="dialog"
        onClick={() => show(button.current)}
        className="hidden min-h-8 shrink-0 items-center justify-between rounded-md px-2 text-sm text-muted hover:bg-sunken hover:text-ink lg:flex"
      >
        Keys
        <kbd className="rounded border border-line px-1.5 font-mono text-xs">?</kbd>
      </button>
      {open && list.module && <list.module.default places={places} opener={opener} onClose={() => setOpen(false)} />}
    </>
  );
}
