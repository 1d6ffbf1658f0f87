"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { LazyForm } from "@/components/forms/lazy-form";
import type { Outcome, Refusal } from "@/components/forms/outcome";
import { Dialog } from "@/components/ui/dialog";
import { type Proof, proofInput } from "@/lib/users/schema";
import { ProofFields } from "./proof-fields";
import { RecoveryCodes } from "./recovery-codes";

type Environment = "test" | "live";

type Renewing = {
  environment: Environment;
  renew: (environment: Environment, typed: Proof) => Promise<{ recoveryCodes: string[] } | Refusal>;
};

/** A button that replaces the recovery codes, and shows the new ones once. */
export function RecoveryCodesDialog(props: Renewing) {
  const title = "New recovery codes";
  return <Dialog trigger={title} title={title} render={(close) => <Steps {...props} close={close} />} />;
}

function Steps({ environment, renew, close }: Renewing & { close: () => void }) {
  const router = useRouter();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  async function prove(typed: Proof): Promise<Outcome> {
    const answer = await renew(environment, typed);
    if ("refused" in answer) return answer;
    setCodes(answer.recoveryCodes);
    router.refresh();
    return { done: true };
  }
  if (codes) return <RecoveryCodes codes={codes} close={close} />;
  return (
    <LazyForm schema={proofInput} values={{ password: "" }} send={prove} button="Make new codes">
      {(form) => <ProofFields form={form} code />}
    </LazyForm>
  );
}
