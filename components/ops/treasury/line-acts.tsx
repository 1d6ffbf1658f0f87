"use client";

import { DialogForm } from "@/components/forms/dialog-form";
import { AreaField, SelectField, TextField } from "@/components/forms/fields";
import { bookLineTyped, type FormatTyped, formatTyped, typedOf } from "@/lib/surfaces/console/treasury/typed-schema";
import { csvDateFormats } from "@/lib/terms/bank-statements/constants";
import type { CsvColumns } from "@/lib/terms/bank-statements/schema";
import { forBoth, proposed } from "./proposed";

type On = { accountId: string; lineId: string };
type Booking = { loan: string; as: "DIRECT" | "RECOVERY" | "CAME_BACK"; reason: string };

export function BookLine({ on, send }: { on: On; send: (typed: On & Booking) => Promise<unknown> }) {
  return (
    <DialogForm
      trigger="Book"
      title="Book this line to a loan"
      schema={bookLineTyped}
      button="Propose"
      act={(typed) => send({ ...typed, ...on })}
      said={proposed}
    >
      {(form) => (
        <>
          <TextField form={form} name="loan" label="Loan" hint="Its reference." literal />
          <SelectField
            form={form}
            name="as"
            label="What is it?"
            options={[
              ["DIRECT", "A payment of the merchant’s"],
              ["RECOVERY", "A recovery, after a write-off"],
              ["CAME_BACK", "The order that the line names came back"],
            ]}
          />
          <AreaField form={form} name="reason" label="Why" hint={forBoth} />
        </>
      )}
    </DialogForm>
  );
}

type Setting = {
  accountId: string;
  /** As it is now. */
  known: { format: FormatTyped["format"]; columns: CsvColumns | null } | null;
  send: (typed: FormatTyped & { accountId: string }) => Promise<unknown>;
};

export function SetFormat({ accountId, known, send }: Setting) {
  return (
    <DialogForm<FormatTyped>
      trigger="Change the format"
      title="How its statements are read"
      schema={formatTyped}
      values={known ? { format: known.format, ...(known.columns && typedOf(known.columns)) } : {}}
      button="Save the format"
      act={(typed) => send({ ...typed, accountId })}
      said="From now on they are read so."
    >
      {(form) => (
        <>
          <SelectField
            form={form}
            name="format"
            label="Format"
            options={[
              ["CSV", "CSV"],
              ["CAMT053", "camt.053 (XML)"],
            ]}
          />
          <TextField form={form} name="date" label="Column with the date" literal optional />
          <SelectField
            form={form}
            name="dateFormat"
            label="As what it is written"
            options={csvDateFormats.map((one) => [one, one] as const)}
            optional
          />
          <TextField
            form={form}
            name="amount"
            label="Column with the amount"
            hint="What goes out is negative."
            literal
            optional
          />
          <TextField form={form} name="debit" label="Or: what goes out" literal optional />
          <TextField form={form} name="credit" label="And what comes in" literal optional />
          <TextField
            form={form}
            name="text"
            label="Columns with its text"
            hint="With commas between them."
            literal
            optional
          />
          <TextField form={form} name="reference" label="The bank’s reference" literal optional />
          <TextField form={form} name="balance" label="The balance after it" literal optional />
        </>
      )}
    </DialogForm>
  );
}
