"use client";

import { LazyDialog } from "@/components/forms/lazy-dialog";
import type { Removing } from "./remove-factor-form";

const form = () => import("./remove-factor-form");

/** A button that turns the second factor off. */
export function RemoveFactorDialog(props: Removing) {
  return (
    <LazyDialog
      trigger="Turn off"
      title="Turn off the second factor"
      from={form}
      content={(close) => ({ ...props, close })}
    />
  );
}
