"use client";

import { AreaField, SelectField } from "@/components/forms/fields";
import { SchemaForm } from "@/components/forms/schema-form";
import { type Case, useDecision } from "@/components/ops/kyc/use-decision";
import { type RejectTyped, rejectTyped } from "@/lib/surfaces/console/kyc/decision-schema";
import { rejectLabels } from "@/lib/terms/kyc/review-reasons";
import { entriesOf } from "@/lib/terms/table";

type Props = { about: Case; needsTwo: boolean; send: (typed: RejectTyped & Case) => Promise<unknown> };

export default function RejectForm({ about, needsTwo, send }: Props) {
  const decide = useDecision();
  return (
    <SchemaForm
      schema={rejectTyped}
      values={{ words: "", note: "" }}
      send={(typed) => decide(send({ ...typed, ...about }), "Rejected.")}
      button={needsTwo ? "Propose" : "Reject"}
    >
      {(form) => (
        <>
          <SelectField form={form} name="reason" label="Why" options={entriesOf(rejectLabels)} />
          <AreaField form={form} name="words" label="In your words" hint="The merchant reads them after the reason." />
          {needsTwo && <AreaField form={form} name="note" label="For the operator who decides" />}
        </>
      )}
    </SchemaForm>
  );
}
