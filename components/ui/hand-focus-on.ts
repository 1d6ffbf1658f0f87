"use client";

import { type RefObject, useLayoutEffect } from "react";

/** Where a control goes away that has the focus, as with a row that was removed, what stands beside it gets the focus. */
export function useFocusHandedOn(control: RefObject<HTMLElement | null>): void {
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
