"use client";

import { z } from "zod";
import { DialogForm } from "@/components/forms/dialog-form";
import { AreaField, SelectField } from "@/components/forms/fields";
import {
  type AnswerBreak as Answer,
  answerBreakBody,
  type ResolveBreak,
  resolveBreakBody,
} from "@/lib/lending/reconciliation/breaks/schema";
import { answerReasons, closedResolutions } from "@/lib/terms/breaks";
import { answerReasonLabels, resolutionLabels } from "@/lib/terms/dashboard/labels";

const unchosen = "Choose one";
const answerTyped = answerBreakBody.extend({ reason: z.enum(answerReasons, unchosen) });
const endTyped = resolveBreakBody.extend({ resolution: z.enum(closedResolutions, unchosen) });

type Props<Typed> = {
  breakId: string;
  send: (typed: Typed & { breakId: string }) => Promise<unknown>;
};

export function AnswerBreak({ breakId, answered, send }: Props<Answer> & { answered: boolean }) {
  return (
    <DialogForm
      trigger={answered ? "Change the answer" : "Answer"}
      look="primary"
      title="Answer this break"
      schema={answerTyped}
      button="Send the answer"
      act={(typed) => send({ ...typed, breakId })}
      said="The break is answered."
    >
      {(form) => (
        <>
          <SelectField
            form={form}
            name="reason"
            label="What happened?"
            options={answerReasons.map((reason) => [reason, answerReasonLabels[reason]] as const)}
          />
          <AreaField form={form} name="note" label="In your words" hint="For whoever decides: order, date, amount." />
        </>
      )}
    </DialogForm>
  );
}

export function CloseBreak({ breakId, send }: Props<ResolveBreak>) {
  return (
    <DialogForm
      trigger="Close"
      title="Close this break"
      schema={endTyped}
      button="Close the break"
      act={(typed) => send({ ...typed, breakId })}
      said="The break is closed."
    >
      {(form) => (
        <>
          <SelectField
            form={form}
            name="resolution"
            label="How did it end?"
            options={closedResolutions.map((resolution) => [resolution, resolutionLabels[resolution]] as const)}
          />
          <AreaField form={form} name="note" label="What was found" hint="For whoever reads the books later." />
        </>
      )}
    </DialogForm>
  );
}
