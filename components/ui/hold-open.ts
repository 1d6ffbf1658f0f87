"use client";

import { createContext, useContext, useEffect } from "react";

/** Has a window held open, or no longer. Outside of a window it does nothing. */
export const HoldOpen = createContext<(held: boolean) => void>(() => undefined);

/** What is shown only now is not lost by Escape, a click beside the window or its cross: only its own button closes it. */
export function useHeldOpen() {
  const hold = useContext(HoldOpen);
  useEffect(() => {
    hold(true);
    return () => hold(false);
  }, [hold]);
}
