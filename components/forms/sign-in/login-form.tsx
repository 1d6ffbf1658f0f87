"use client";

import { useEffect, useRef, useState } from "react";
import { TextField } from "@/components/forms/fields";
import type { Outcome } from "@/components/forms/outcome";
import { PasswordField } from "@/components/forms/password-field";
import { SchemaForm } from "@/components/forms/schema-form";
import { type SigningIn, signIn } from "@/components/forms/session";
import { Button } from "@/components/ui/button";
import { type CodeInput, codeInput, type SignInInput, signInInput } from "@/lib/parties/people/schema";
import { useMailed } from "./use-mailed";

type Props = { kind: SigningIn; next: string };

/** Signs somebody in and goes on to `next`; a second factor is asked for once the password was right. */
export function LoginForm({ kind, next }: Props) {
  // That of a mail about failed attempts.
  const pass = useMailed("pass") ?? "";
  const [passed, setPassed] = useState<SignInInput | null>(null);
  async function send(values: SignInInput): Promise<Outcome> {
    const outcome = await signIn(kind, { ...values, pass }, next);
    if (!("refused" in outcome) || outcome.code !== "SECOND_FACTOR_REQUIRED") return outcome;
    setPassed(values);
    return { done: true };
  }
  if (passed) {
    const send = ({ code }: CodeInput) => signIn(kind, { ...passed, code, pass }, next);
    return <CodeForm send={send} back={() => setPassed(null)} />;
  }
  return (
    <SchemaForm schema={signInInput} send={send} button="Sign in">
      {(form) => (
        <>
          <TextField form={form} name="email" label="E-mail address" type="email" literal autoComplete="username" />
          <PasswordField form={form} name="password" label="Password" autoComplete="current-password" />
        </>
      )}
    </SchemaForm>
  );
}

function CodeForm({ send, back }: { send: (typed: CodeInput) => Promise<Outcome>; back: () => void }) {
  // The button that had the focus is gone.
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => frame.current?.querySelector("input")?.focus(), []);
  return (
    <div ref={frame} className="flex flex-col gap-4">
      <SchemaForm schema={codeInput} values={{ code: "" }} send={send} button="Go on">
        {(form) => (
          <TextField
            form={form}
            name="code"
            label="Code"
            hint="6 digits from your authenticator app, or a recovery code"
            literal
            autoComplete="one-time-code"
          />
        )}
      </SchemaForm>
      <div>
        <Button look="quiet" onClick={back}>
          Sign in with another account
        </Button>
      </div>
    </div>
  );
}
