"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether the page's scripts have started: what needs them is disabled until then. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
