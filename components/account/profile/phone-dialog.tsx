"use client";

import { LazyDialog } from "@/components/forms/lazy-dialog";
import type { Proving } from "./phone-steps";

const steps = () => import("./phone-steps");

/** A button that proves a phone number. */
export function PhoneDialog({ trigger, ...proving }: Proving & { trigger: string }) {
  return (
    <LazyDialog
      trigger={trigger}
      look="secondary"
      title="Your phone number"
      from={steps}
      content={(close) => ({ ...proving, close })}
    />
  );
}
