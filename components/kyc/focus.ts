"use client";

import { type RefObject, useEffect, useRef } from "react";
import { useKyc } from "./context";

/** The step's root element. The item gets the focus: a field by its name, or an element by its `data-item`. */
export function useStepRoot(): RefObject<HTMLDivElement | null> {
  const { item } = useKyc();
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (item === null || !document.hasFocus()) return;
    const name = CSS.escape(item);
    root.current?.querySelector<HTMLElement>(`[data-item="${name}"], [name="${name}"]`)?.focus();
  }, [item]);
  return root;
}

/** Focuses the heading, where the element that had the focus is gone. */
export function focusHeading(root: RefObject<HTMLDivElement | null>): void {
  root.current?.querySelector<HTMLElement>("h1")?.focus();
}

export function isFocusLost(): boolean {
  return document.hasFocus() && document.activeElement === document.body;
}
