"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import type { Outcome, Refusal } from "@/components/forms/outcome";
import { SchemaForm } from "@/components/forms/schema-form";
import { type Proof, proofInput } from "@/lib/parties/people/schema";
import { ProofFields } from "./proof-fields";
import { RecoveryCodes } from "./recovery-codes";

export type Renewing = {
  renew: (typed: Proof) => Promise<{ recoveryCodes: string[] } | Refusal>;
};

export default function RenewSteps({ renew }: Renewing) {
  const router = useRouter();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  async function prove(typed: Proof): Promise<Outcome> {
    const answer = await renew(typed);
    if ("refused" in answer) return answer;
    setCodes(answer.recoveryCodes);
    router.refresh();
    return { done: true };
  }
  if (codes) return <RecoveryCodes codes={codes} />;
  return (
    <SchemaForm schema={proofInput} values={{ password: "" }} send={prove} button="Get new codes">
      {(form) => <ProofFields form={form} code />}
    </SchemaForm>
  );
}
