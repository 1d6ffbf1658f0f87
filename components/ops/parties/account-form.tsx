"use client";

import { z } from "zod";
import { ChangeForm } from "@/components/forms/change-form";
import { ComboboxField } from "@/components/forms/combobox-field";
import { AreaField, SelectField, TextField } from "@/components/forms/fields";
import { type LenderAccountBody, lenderAccountBody } from "@/lib/parties/lenders/accounts/schema";

const typed = lenderAccountBody.extend({ collects: z.enum(["yes", "no"], "Choose one") });

type Props = { lenderId: string; propose: (sent: LenderAccountBody & { lenderId: string }) => Promise<unknown> };

// The list is longer than the rest, so it is loaded on its own.
const loadBanks = async () =>
  (await import("@/lib/terms/banks")).banks.map(({ code, name, alsoCalled }) => ({
    ...{ value: code, label: name, alsoCalled },
  }));

/** An account of a lender's own, to pay from or to collect on; another operator decides. */
export default function AccountForm({ lenderId, propose }: Props) {
  return (
    <ChangeForm
      schema={typed}
      act={({ collects, ...rest }) => propose({ ...rest, collects: collects === "yes", lenderId })}
      said="Proposed: another operator decides."
      button="Propose it"
    >
      {(form) => (
        <>
          <ComboboxField
            form={form}
            name="bankCode"
            label="Bank"
            placeholder="Type its name"
            none="We know no bank of this name."
            load={loadBanks}
          />
          <TextField form={form} name="accountNumber" label="Account number" inputMode="numeric" literal />
          <TextField form={form} name="holder" label="Holder" hint="In whose name the bank has it." />
          <SelectField
            form={form}
            name="collects"
            label="Marketplaces remit to it"
            options={[
              ["yes", "Yes"],
              ["no", "No"],
            ]}
          />
          <AreaField form={form} name="reason" label="Reason" hint="For the audit log, and whoever decides." />
        </>
      )}
    </ChangeForm>
  );
}
