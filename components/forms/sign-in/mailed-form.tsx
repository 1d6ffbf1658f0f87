"use client";

import { type ReactNode, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import { MailSent } from "@/components/forms/mail-sent";
import type { Outcome, Refusal } from "@/components/forms/outcome";
import { SchemaForm } from "@/components/forms/schema-form";

type Props<Values extends { email: string }> = {
  schema: z.ZodType<Values, Values>;
  ask: (values: Values) => Promise<Refusal | null>;
  button: string;
  next: string;
  mailbox: boolean;
  children: (form: UseFormReturn<Values>) => ReactNode;
};

export function MailedForm<Values extends { email: string }>(props: Props<Values>) {
  const { schema, ask, button, next, mailbox, children } = props;
  const [asked, setAsked] = useState<Values | null>(null);
  async function send(values: Values): Promise<Outcome> {
    const refusal = await ask(values);
    if (refusal) return refusal;
    setAsked(values);
    return { done: true };
  }
  if (asked) {
    return (
      <MailSent email={asked.email} again={() => send(asked)} mailbox={mailbox}>
        {next}
      </MailSent>
    );
  }
  return (
    <SchemaForm schema={schema} send={send} button={button}>
      {children}
    </SchemaForm>
  );
}
