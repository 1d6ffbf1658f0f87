"use client";

import { TextField } from "@/components/forms/fields";
import type { Refusal } from "@/components/forms/outcome";
import { SchemaForm } from "@/components/forms/schema-form";
import { NewPasswordField } from "@/components/forms/sign-in/new-password-field";
import { type AcceptInput, acceptInput } from "@/lib/team/schema";
import { enter } from "./enter";

/** Accepts an invitation, signs in and goes on to the dashboard. */
export function AcceptForm(props: {
  token: string;
  accept: (input: AcceptInput) => Promise<{ email: string } | Refusal>;
}) {
  const { token, accept } = props;
  return (
    <SchemaForm
      schema={acceptInput}
      values={{ token, name: "", password: "" }}
      send={(input) => enter(() => accept(input), input.password, "/dashboard/test")}
      button="Join the team"
    >
      {(form) => (
        <>
          <TextField form={form} name="name" label="Your name" autoComplete="name" />
          <NewPasswordField form={form} name="password" label="Password" />
        </>
      )}
    </SchemaForm>
  );
}
