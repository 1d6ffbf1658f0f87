"use client";

import { useEffect, useRef, useState } from "react";
import { TextField } from "@/components/forms/fields";
import { type Outcome, type Refusal, unreachable } from "@/components/forms/outcome";
import { PasswordField } from "@/components/forms/password-field";
import { SchemaForm } from "@/components/forms/schema-form";
import { useWork } from "@/components/forms/use-work";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { TextLink } from "@/components/ui/page";
import { passwordLength } from "@/lib/users/constants";
import { type SignUpInput, signUpInput } from "@/lib/users/schema";

/** Asks for an account, then for a look at the mail. `query`: the authorization request to go on with. */
export function SignUpForm(props: {
  signUp: (values: SignUpInput, query: string) => Promise<Refusal | null>;
  query: string;
  /** Whether mail is kept in the sandbox's mailbox. */
  mailbox: boolean;
}) {
  const { signUp, query, mailbox } = props;
  const [asked, setAsked] = useState<SignUpInput | null>(null);
  async function send(values: SignUpInput): Promise<Outcome> {
    const refusal = await signUp(values, query);
    if (refusal) return refusal;
    setAsked(values);
    return { done: true };
  }
  if (asked) return <MailSent email={asked.email} again={() => send(asked)} mailbox={mailbox} />;
  return (
    <SchemaForm schema={signUpInput} send={send} button="Create account">
      {(form) => (
        <>
          <TextField form={form} name="businessName" label="Business name" autoComplete="organization" />
          <TextField form={form} name="email" label="E-mail address" type="email" literal autoComplete="email" />
          <PasswordField
            form={form}
            name="password"
            label="Password"
            hint={`At least ${passwordLength.min} characters`}
            autoComplete="new-password"
          />
        </>
      )}
    </SchemaForm>
  );
}

function MailSent({ email, again, mailbox }: { email: string; again: () => Promise<Outcome>; mailbox: boolean }) {
  const { busy, failure, run } = useWork();
  const [repeated, setRepeated] = useState(false);
  // The button that had the focus is gone.
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  async function repeat(): Promise<Outcome> {
    setRepeated(false);
    const outcome = await again().catch(() => unreachable);
    if ("done" in outcome) setRepeated(true);
    return outcome;
  }
  return (
    <section className="flex flex-col gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
        Look in your mail
      </h2>
      <p>
        We have sent a mail to <strong>{email}</strong>. Open the link in it in this browser, and type your password
        again. The link works for 24 hours.
      </p>
      {mailbox && (
        <p>
          In this sandbox it is in{" "}
          <TextLink href={`/dev/mailbox?to=${encodeURIComponent(email.toLowerCase())}`}>the mailbox</TextLink>.
        </p>
      )}
      <p role="status" className="text-stone-700 dark:text-stone-300">
        {repeated
          ? "We have sent it again. At most three go out in an hour."
          : "Nothing there? Look in the spam folder too."}
      </p>
      <Alert message={failure} />
      <div>
        <Button look="secondary" busy={busy} onClick={() => run(repeat)}>
          Send it again
        </Button>
      </div>
    </section>
  );
}
