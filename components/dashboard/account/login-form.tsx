"use client";

import { useEffect, useRef, useState } from "react";
import { TextField } from "@/components/forms/fields";
import type { Outcome } from "@/components/forms/outcome";
import { PasswordField } from "@/components/forms/password-field";
import { SchemaForm } from "@/components/forms/schema-form";
import { signIn } from "@/components/forms/session";
import { Button } from "@/components/ui/button";
import { codeInput, type SignInInput, signInInput } from "@/lib/users/schema";

/** Signs staff in and goes on to `next`; a second factor is asked for once the password was right. */
export function LoginForm({ next, pass }: { next: string; pass: string }) {
  const [passed, setPassed] = useState<SignInInput | null>(null);
  async function send(values: SignInInput): Promise<Outcome> {
    const outcome = await signIn("marketplace", { ...values, pass }, next);
    if (!("refused" in outcome) || outcome.code !== "SECOND_FACTOR_REQUIRED") return outcome;
    setPassed(values);
    return { done: true };
  }
  if (passed) return <CodeForm passed={passed} pass={pass} next={next} back={() => setPassed(null)} />;
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

function CodeForm(props: { passed: SignInInput; pass: string; next: string; back: () => void }) {
  const { passed, pass, next, back } = props;
  // The button that had the focus is gone.
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => frame.current?.querySelector("input")?.focus(), []);
  return (
    <div ref={frame} className="flex flex-col gap-4">
      <SchemaForm
        schema={codeInput}
        values={{ code: "" }}
        send={({ code }) => signIn("marketplace", { ...passed, code, pass }, next)}
        button="Go on"
      >
        {(form) => (
          <TextField
            form={form}
            name="code"
            label="Code"
            hint="Six digits from your authenticator app, or a recovery code"
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
