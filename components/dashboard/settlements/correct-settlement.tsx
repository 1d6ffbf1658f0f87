"use client";

import { DialogForm } from "@/components/forms/dialog-form";
import { AreaField, TextField } from "@/components/forms/fields";
import { type CorrectionTyped, correctionTyped } from "@/lib/surfaces/dashboard/schema";

type Settlement = {
  reference: string;
  grossAmount: number | null;
  totalDeductions: number | null;
  netAmount: number;
  transferredAt: string | null;
  deductionReferenceCount: number | null;
  /** Null: too many to correct by hand, or none. */
  names: readonly string[] | null;
};

type Props = {
  settlement: Settlement;
  send: (typed: CorrectionTyped & { reference: string }) => Promise<unknown>;
};

/** Corrects what was reported wrongly of a settlement; it is matched again at once. */
export function CorrectSettlement({ settlement, send }: Props) {
  const { reference, grossAmount, totalDeductions, netAmount, names, transferredAt } = settlement;
  const byHand = transferredAt !== null && (names !== null || settlement.deductionReferenceCount === null);
  const created = grossAmount !== null;
  return (
    <DialogForm
      trigger="Correct"
      title={`Correct settlement ${reference}`}
      schema={correctionTyped}
      values={{
        grossAmount: text(grossAmount),
        totalDeductions: text(totalDeductions),
        netAmount: text(netAmount),
        ...(byHand ? { deductionReferences: names?.join("\n") ?? "" } : {}),
        reason: "",
      }}
      button="Correct the settlement"
      act={(typed) => {
        // Emptied, the field is absent; what it says is that there are none.
        const named = byHand ? { deductionReferences: typed.deductionReferences ?? "" } : {};
        return send({ ...typed, ...named, reference });
      }}
      said="The settlement is corrected and matched again."
    >
      {(form) => (
        <>
          {created && <TextField form={form} name="grossAmount" label="Gross, in naira" literal />}
          {created && <TextField form={form} name="totalDeductions" label="Deductions, in naira" literal />}
          <TextField
            form={form}
            name="netAmount"
            label="Net, in naira"
            hint="Exactly the gross less the deductions."
            literal
          />
          {byHand && (
            <AreaField
              form={form}
              name="deductionReferences"
              label="References of its deductions"
              hint="One a line. Without any, the deductions of its period count."
              optional
            />
          )}
          <AreaField form={form} name="reason" label="What was wrong" hint="For whoever reads the books later." />
        </>
      )}
    </DialogForm>
  );
}

function text(amount: number | null): string {
  return amount === null ? "" : amount.toFixed(2);
}
