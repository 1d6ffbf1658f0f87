"use client";

import { ChangeForm } from "@/components/forms/change-form";
import { type Proof, proofInput } from "@/lib/parties/people/schema";
import { ProofFields } from "./proof-fields";

export type Removing = { remove: (typed: Proof) => Promise<unknown> };

export default function RemoveFactorForm({ remove }: Removing) {
  return (
    <ChangeForm
      schema={proofInput}
      values={{ password: "" }}
      act={remove}
      said="The second factor is off."
      button="Turn off"
    >
      {(form) => (
        <>
          <p className="text-sm text-pretty">After that, anyone who learns your password can sign in as you.</p>
          <ProofFields form={form} code />
        </>
      )}
    </ChangeForm>
  );
}
