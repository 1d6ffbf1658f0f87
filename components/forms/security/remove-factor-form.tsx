"use client";

import { useClosing } from "@/components/forms/lazy-dialog";
import type { Refusal } from "@/components/forms/outcome";
import { SchemaForm } from "@/components/forms/schema-form";
import { useDone } from "@/components/forms/use-done";
import { type Proof, proofInput } from "@/lib/parties/people/schema";
import { ProofFields } from "./proof-fields";

export type Removing = { remove: (typed: Proof) => Promise<unknown | Refusal> };

export default function RemoveFactorForm({ remove }: Removing) {
  const done = useDone();
  const closing = useClosing();
  const send = async (typed: Proof) => done(await remove(typed), "The second factor is off.");
  return (
    <SchemaForm schema={proofInput} values={{ password: "" }} send={(typed) => closing(send(typed))} button="Turn off">
      {(form) => (
        <>
          <p className="text-sm text-pretty">After that, anyone who learns your password can sign in as you.</p>
          <ProofFields form={form} code />
        </>
      )}
    </SchemaForm>
  );
}
