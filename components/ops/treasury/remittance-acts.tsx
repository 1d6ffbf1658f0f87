"use client";

import { DialogForm } from "@/components/forms/dialog-form";
import { AreaField, SelectField, TextField } from "@/components/forms/fields";
import { noteTyped, receivedTyped } from "@/lib/surfaces/console/treasury/typed-schema";
import { forBoth, proposed } from "./proposed";

type Received = { direction: "IN" | "BACK"; amount: string; receivedOn: string; bankReference: string; reason: string };
type Receiving = { remittanceId: string; send: (typed: Received & { remittanceId: string }) => Promise<unknown> };

export function NoteReceived({ remittanceId, send }: Receiving) {
  return (
    <DialogForm
      trigger="Note money received"
      title="Note money received"
      schema={receivedTyped}
      button="Propose"
      act={(typed) => send({ ...typed, remittanceId })}
      said={proposed}
    >
      {(form) => (
        <>
          <SelectField
            form={form}
            name="direction"
            label="What does the statement show?"
            options={[
              ["IN", "It came"],
              ["BACK", "It went back, or was noted wrongly"],
            ]}
          />
          <TextField form={form} name="amount" label="Amount, in naira" literal />
          <TextField form={form} name="receivedOn" label="The day from which it counts" type="date" />
          <TextField form={form} name="bankReference" label="The bank’s reference of the line" literal />
          <AreaField form={form} name="reason" label="Why" hint={forBoth} />
        </>
      )}
    </DialogForm>
  );
}

type Closing = { breakId: string; send: (typed: { breakId: string; note: string }) => Promise<unknown> };

export function CloseRemittanceBreak({ breakId, send }: Closing) {
  return (
    <DialogForm
      trigger="Close"
      title="Close this break"
      schema={noteTyped}
      button="Close the break"
      act={(typed) => send({ ...typed, breakId })}
      said="Closed. What is owed stays owed."
    >
      {(form) => (
        <AreaField form={form} name="note" label="What became of the money?" hint="For whoever reads it later." />
      )}
    </DialogForm>
  );
}
