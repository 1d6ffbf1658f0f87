"use client";

import { createContext, useContext, useLayoutEffect } from "react";

/** Has a window held open, or no longer. Outside of a window it does nothing. */
export const HoldOpen = createContext<(held: boolean) => void>(() => undefined);

/** While `held`, Escape, a click beside the window and its cross do not close it: nothing under way is lost. */
export function useHeldOpen(held = true) {
  const hold = useContext(HoldOpen);
  // Before the browser paints: whoever sees the secret and presses Escape at once keeps it.
  useLayoutEffect(() => {
    if (!held) return;
    hold(true);
    return () => hold(false);
  }, [held, hold]);
}
