"use client";

import { createContext, type ReactNode, type RefObject, use, useLayoutEffect, useRef, useState } from "react";
import { Button, type ButtonLook } from "./button";
import { useHydrated } from "./use-hydrated";
import { useLoaded } from "./use-loaded";

type Props = {
  trigger: string;
  look?: ButtonLook;
  title: string;
  /** What it shows; `useClose` closes it. */
  children: ReactNode;
  /** Loads what it shows, before it opens; false when that failed. */
  prepare?: () => Promise<boolean>;
};

const load = () => import("./dialog-window");

const CloseContext = createContext(() => {});

export const useClose = () => use(CloseContext);

/** The focus stays inside until it is closed, then returns; where the button is gone, to what stands beside it. */
export function Dialog({ trigger, look = "secondary", title, children, prepare }: Props) {
  const opener = useRef<HTMLButtonElement>(null);
  // The title stays what it was when the window was opened: what is done in it may change the page below.
  const [open, setOpen] = useState<{ title: string } | null>(null);
  const hydrated = useHydrated();
  const window = useLoaded(load);
  const close = () => setOpen(null);
  useFocusHandedOn(opener);
  return (
    <>
      <Button
        ref={opener}
        look={look}
        disabled={!hydrated}
        aria-haspopup="dialog"
        onClick={async () => {
          const ready = await Promise.all([window.load(), prepare?.() ?? true]);
          if (ready.every(Boolean)) setOpen({ title });
        }}
      >
        {trigger}
      </Button>
      {open && window.module && (
        <window.module.default title={open.title} opener={opener} onClose={close}>
          <CloseContext value={close}>{children}</CloseContext>
        </window.module.default>
      )}
    </>
  );
}

/** Where a control goes away that has the focus, as with a row that was removed, what stands beside it gets the focus. */
function useFocusHandedOn(control: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const going = control.current;
    return () => {
      if (going && document.activeElement === going) successorOf(going)?.focus({ preventScroll: true });
    };
  }, [control]);
}

/** A control of the next row, or the one before; else the heading above. */
function successorOf(going: HTMLElement): HTMLElement | null {
  const row = going.closest("tr");
  for (const beside of [row?.nextElementSibling, row?.previousElementSibling]) {
    const other = beside?.querySelector<HTMLElement>("a, button:enabled");
    if (other) return other;
  }
  const card = going.closest("[data-card]") ?? document.querySelector("main");
  const heading = card?.querySelector<HTMLElement>("h1, h2") ?? null;
  if (heading) heading.tabIndex = -1;
  return heading;
}
