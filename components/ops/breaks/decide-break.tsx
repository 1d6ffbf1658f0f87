"use client";

import { DialogForm } from "@/components/forms/dialog-form";
import { AreaField } from "@/components/forms/fields";
import type { DecideBreak as Decision } from "@/lib/lending/reconciliation/breaks/schema";
import { noteTyped } from "@/lib/surfaces/console/loans/acts-schema";
import { type BreakType, closedResolutions } from "@/lib/terms/breaks";

const closing = {
  CORRECTED: "Close as corrected",
  EXPLAINED: "Close as explained",
  ACCEPTED: "Accept it",
  REJECTED: "Reject it",
};

type Props = {
  breakId: string;
  type: BreakType;
  /** What the decision rests on, as it was shown. */
  seen: string;
  decide: (input: Decision & { breakId: string; seen: string }) => Promise<unknown>;
};

/** One button for each way to end it. */
export function DecideBreak({ breakId, type, seen, decide }: Props) {
  const ways = type === "SALE_CHANGED" ? (["ACCEPTED", "REJECTED"] as const) : closedResolutions;
  const words =
    type === "SALE_CHANGED"
      ? { ...closing, ACCEPTED: "What was told last counts", REJECTED: "What was told first counts" }
      : closing;
  return ways.map((resolution) => (
    <DialogForm
      key={resolution}
      trigger={words[resolution]}
      title={words[resolution]}
      schema={noteTyped}
      button={words[resolution]}
      act={({ note }) => decide({ breakId, seen, resolution, note })}
      said="The break is closed."
    >
      {(form) => <AreaField form={form} name="note" label="What was found" hint="For whoever reads the books later." />}
    </DialogForm>
  ));
}
