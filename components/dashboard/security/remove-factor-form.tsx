"use client";

import { useDone } from "@/components/dashboard/use-done";
import { closing, type Refusal } from "@/components/forms/outcome";
import { SchemaForm } from "@/components/forms/schema-form";
import { type Proof, proofInput } from "@/lib/users/schema";
import { ProofFields } from "./proof-fields";

type Environment = "test" | "live";

export type Removing = {
  environment: Environment;
  remove: (environment: Environment, typed: Proof) => Promise<unknown | Refusal>;
};

export default function RemoveFactorForm({ environment, remove, close }: Removing & { close: () => void }) {
  const done = useDone();
  const send = async (typed: Proof) => done(await remove(environment, typed), "The second factor is off.");
  return (
    <SchemaForm
      schema={proofInput}
      values={{ password: "" }}
      send={(typed) => closing(close, send(typed))}
      button="Turn off"
    >
      {(form) => (
        <>
          <p className="text-sm text-pretty">From then on, whoever learns your password can sign in as you.</p>
          <ProofFields form={form} code />
        </>
      )}
    </SchemaForm>
  );
}
