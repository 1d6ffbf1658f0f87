"use client";

import { AreaField } from "@/components/forms/fields";
import { SchemaForm } from "@/components/forms/schema-form";
import { type Case, useDecision } from "@/components/ops/kyc/use-decision";
import { approveTyped } from "@/lib/surfaces/console/kyc/decision-schema";

type Props = {
  about: Case;
  needsTwo: boolean;
  /** Where items were accepted one by one: those that nobody has accepted. */
  open: readonly string[];
  send: (typed: { note: string } & Case) => Promise<unknown>;
};

export default function ApproveForm({ about, needsTwo, open, send }: Props) {
  const decide = useDecision();
  return (
    <SchemaForm
      schema={approveTyped}
      values={{ note: "" }}
      send={(typed) => decide(send({ ...typed, ...about }), "Approved.")}
      button={needsTwo ? "Propose" : "Approve"}
    >
      {(form) => (
        <>
          {open.length > 0 && (
            <p role="note" className="text-sm font-medium text-bad">
              Nobody has accepted: {open.join(", ")}
            </p>
          )}
          {needsTwo ? (
            <AreaField form={form} name="note" label="Why" hint="For the operator who decides: so much takes two." />
          ) : (
            <p className="text-sm">The merchant may borrow. Its directors are who they say they are.</p>
          )}
        </>
      )}
    </SchemaForm>
  );
}
