"use client";

import { useDone } from "@/components/dashboard/use-done";
import { DialogForm } from "@/components/forms/dialog-form";
import type { Refusal } from "@/components/forms/outcome";
import { type Proof, proofInput } from "@/lib/users/schema";
import { ProofFields } from "./proof-fields";

type Environment = "test" | "live";

/** A button that turns the second factor off. */
export function RemoveFactorDialog(props: {
  environment: Environment;
  remove: (environment: Environment, typed: Proof) => Promise<unknown | Refusal>;
}) {
  const { environment, remove } = props;
  const done = useDone();
  return (
    <DialogForm
      trigger="Turn off"
      title="Turn the second factor off"
      schema={proofInput}
      values={{ password: "" }}
      send={async (typed) => done(await remove(environment, typed), "The second factor is off.")}
      button="Turn off"
    >
      {(form) => (
        <>
          <p className="text-sm text-pretty">From then on, whoever learns your password can sign in as you.</p>
          <ProofFields form={form} code />
        </>
      )}
    </DialogForm>
  );
}
