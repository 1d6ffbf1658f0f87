"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { TextField } from "@/components/forms/fields";
import type { Outcome, Refusal } from "@/components/forms/outcome";
import { SchemaForm } from "@/components/forms/schema-form";
import { TextLink } from "@/components/ui/page";
import { type CodeInput, codeInput, type Proof, proofInput } from "@/lib/parties/people/schema";
import { ProofFields } from "./proof-fields";
import { RecoveryCodes } from "./recovery-codes";

type Begun = { secret: string; uri: string; qr: { size: number; path: string } };

export type SetUp = {
  /** There is one already, which moves to another app. */
  on: boolean;
  begin: (typed: Proof) => Promise<Begun | Refusal>;
  confirm: (typed: CodeInput) => Promise<{ recoveryCodes: string[] } | Refusal>;
};

export default function SetUpSteps({ on: before, begin, confirm }: SetUp) {
  const router = useRouter();
  // Once it is turned on, the page below says so.
  const [on] = useState(before);
  const [begun, setBegun] = useState<Begun | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  async function prove(typed: Proof): Promise<Outcome> {
    const answer = await begin(typed);
    if ("refused" in answer) return answer;
    setBegun(answer);
    return { done: true };
  }
  async function show(typed: CodeInput): Promise<Outcome> {
    const answer = await confirm(typed);
    if ("refused" in answer) return answer;
    setCodes(answer.recoveryCodes);
    router.refresh();
    return { done: true };
  }
  if (codes) return <RecoveryCodes codes={codes} />;
  if (begun) {
    return (
      <div key="code" ref={focusFirst} className="flex flex-col gap-4">
        <Secret {...begun} />
        <SchemaForm schema={codeInput} values={{ code: "" }} send={show} button="Turn on">
          {(form) => (
            <TextField
              form={form}
              name="code"
              label="Code"
              hint="The 6 digits the app shows now"
              inputMode="numeric"
              literal
              autoComplete="one-time-code"
            />
          )}
        </SchemaForm>
      </div>
    );
  }
  return (
    <SchemaForm schema={proofInput} values={{ password: "" }} send={prove} button="Go on">
      {(form) => <ProofFields form={form} code={on} />}
    </SchemaForm>
  );
}

/** The field of the step before is gone, and the focus with it. */
function focusFirst(place: HTMLElement | null) {
  place?.querySelector("input")?.focus();
}

function Secret({ secret, uri, qr: { size, path } }: Begun) {
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p className="text-pretty">
        Scan this with an authenticator app, or <TextLink href={uri}>open it on this device</TextLink>.
      </p>
      <svg
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label="QR code for your authenticator app"
        shapeRendering="crispEdges"
        className="w-48 self-center rounded-md bg-white"
      >
        <path d={path} fill="black" />
      </svg>
      <p>
        No camera? Type this key into the app:{" "}
        <code className="wrap-anywhere font-mono select-all">{secret.match(/.{1,4}/g)?.join(" ")}</code>
      </p>
    </div>
  );
}
