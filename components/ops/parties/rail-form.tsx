"use client";

import { type UseFormReturn, useWatch } from "react-hook-form";
import { ChangeForm } from "@/components/forms/change-form";
import { AreaField, SelectField, TextField } from "@/components/forms/fields";
import { PasswordField } from "@/components/forms/password-field";
import { type RailTyped, railTyped } from "@/lib/surfaces/console/parties/schema";
import { nairaOf } from "@/lib/terms/typed-amounts";

type Sent = Omit<RailTyped, "dayLimit"> & { lenderId: string; dayLimit?: number };

type Props = {
  lenderId: string;
  accounts: readonly { id: string; label: string }[];
  propose: (sent: Sent) => Promise<unknown>;
};

/** Over what a lender's money is to move; another operator decides. */
export default function RailForm({ lenderId, accounts, propose }: Props) {
  return (
    <ChangeForm
      schema={railTyped}
      values={{ dayLimit: "", reason: "" }}
      act={({ dayLimit, secretKey, accountId, ...rest }) => {
        const limit = nairaOf(dayLimit);
        const byKind =
          rest.kind === "BY_HAND" ? { ...(accountId && { accountId }) } : { ...(secretKey && { secretKey }) };
        return propose({ ...rest, ...byKind, lenderId, ...(limit === undefined ? {} : { dayLimit: limit }) });
      }}
      said="Proposed: another operator decides."
      button="Propose it"
    >
      {(form) => <RailFields form={form} accounts={accounts} />}
    </ChangeForm>
  );
}

function RailFields({ form, accounts }: { form: UseFormReturn<RailTyped> } & Pick<Props, "accounts">) {
  const kind = useWatch({ control: form.control, name: "kind" });
  return (
    <>
      <SelectField
        form={form}
        name="kind"
        label="Rail"
        options={[
          ["PAYSTACK", "Paystack"],
          ["BY_HAND", "By hand, from its online banking"],
        ]}
      />
      {kind === "PAYSTACK" && (
        <PasswordField
          form={form}
          name="secretKey"
          label="Secret key"
          hint="Of the lender's own account. It is tried, kept encrypted, and never shown again."
        />
      )}
      {kind === "BY_HAND" && (
        <>
          <SelectField
            form={form}
            name="accountId"
            label="Account that it pays from"
            options={accounts.map(({ id, label }) => [id, label])}
          />
          <TextField
            form={form}
            name="dayLimit"
            label="What one operator alone may release on a bank day, in naira"
            hint="Empty: ₦1,000,000."
            literal
          />
        </>
      )}
      <AreaField form={form} name="reason" label="Reason" hint="For the audit log, and whoever decides." />
    </>
  );
}
