"use client";

import { AreaField } from "@/components/forms/fields";
import { SchemaForm } from "@/components/forms/schema-form";
import { type Case, useDecision } from "@/components/ops/kyc/use-decision";
import { approveTyped } from "@/lib/surfaces/console/kyc/decision-schema";

type Props = { about: Case; needsTwo: boolean; send: (typed: { note: string } & Case) => Promise<unknown> };

export default function ApproveForm({ about, needsTwo, send }: Props) {
  const decide = useDecision();
  return (
    <SchemaForm
      schema={approveTyped}
      values={{ note: "" }}
      send={(typed) => decide(send({ ...typed, ...about }), "Approved.")}
      button={needsTwo ? "Propose" : "Approve"}
    >
      {(form) =>
        needsTwo ? (
          <AreaField form={form} name="note" label="Why" hint="For the operator who decides: so much takes two." />
        ) : (
          <p className="text-sm">The merchant may borrow. Its directors are who they say they are.</p>
        )
      }
    </SchemaForm>
  );
}
