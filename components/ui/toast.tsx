"use client";

import { useSyncExternalStore } from "react";

const shownFor = 6_000;
let texts: readonly { id: number; text: string }[] = [];
let last = 0;
const listeners = new Set<() => void>();

function set(now: typeof texts) {
  texts = now;
  for (const tell of listeners) tell();
}

function subscribe(tell: () => void) {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

function hide(id: number) {
  set(texts.filter((one) => one.id !== id));
}

function show(text: string) {
  last += 1;
  const id = last;
  set([...texts.slice(-2), { id, text }]);
  setTimeout(() => hide(id), shownFor);
}

/** Says in passing that something was done. What must not be missed belongs on the page. */
export function useToast() {
  return toast;
}
const toast = { show };

const none: typeof texts = [];

export function Toasts() {
  const shown = useSyncExternalStore(
    subscribe,
    () => texts,
    () => none,
  );
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 top-4 z-50 flex flex-col items-center gap-2 sm:top-auto sm:bottom-4 sm:items-end"
    >
      {shown.map(({ id, text }) => (
        <p
          key={id}
          className="rounded-lg bg-stone-900 px-4 py-3 text-sm text-white shadow-lg dark:bg-stone-100 dark:text-stone-900"
        >
          {text}
        </p>
      ))}
    </div>
  );
}
