"use client";

import { type RefObject, useEffect, useRef } from "react";
import { useJourney } from "@/components/journey/context";

/**
 * The element that a step stands in. When the step comes up for the sake of something on it – a field by its name, or what
 * carries it as `data-item` –, that gets the focus.
 */
export function useStepRoot(): RefObject<HTMLDivElement | null> {
  const { item } = useJourney();
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (item === null || !document.hasFocus()) return;
    const name = CSS.escape(item);
    root.current?.querySelector<HTMLElement>(`[data-item="${name}"], [name="${name}"]`)?.focus();
  }, [item]);
  return root;
}

/** Puts the focus on the heading of what is shown: where the thing that had it is gone. */
export function focusHeading(root: RefObject<HTMLDivElement | null>): void {
  root.current?.querySelector<HTMLElement>("h1")?.focus();
}

/** Whether nothing has the focus, because what had it is gone. */
export function isFocusLost(): boolean {
  return document.hasFocus() && document.activeElement === document.body;
}
