"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether the scripts of the page are at work: what needs them can be told to wait until then. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
