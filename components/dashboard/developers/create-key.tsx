"use client";

import { z } from "zod";
import { TextField } from "@/components/forms/fields";
import { isRefusal, type Refusal } from "@/components/forms/outcome";
import { SchemaForm } from "@/components/forms/schema-form";
import { SecretDialog } from "./secret-dialog";

type Environment = "test" | "live";

type Props = {
  environment: Environment;
  create: (environment: Environment, input: { name: string | null }) => Promise<{ secretKey: string } | Refusal>;
};

/** As typed; the action checks it. */
const typed = z.object({ name: z.string().max(80, "Must be at most 80 characters") });

/** Makes a secret key, which is shown once. */
export function CreateKey({ environment, create }: Props) {
  return (
    <SecretDialog
      trigger="Create a secret key"
      look="primary"
      title="Create a secret key"
      label="Secret key"
      question={(show) => (
        <SchemaForm
          schema={typed}
          values={{ name: "" }}
          button="Create it"
          send={async ({ name }) => {
            const answer = await create(environment, { name: name.trim() || null });
            if (isRefusal(answer)) return answer;
            show({
              secret: answer.secretKey,
              after: <p>Keep it on your backend. Browsers and apps must never see it.</p>,
            });
            return { done: true };
          }}
        >
          {(form) => (
            <TextField form={form} name="name" label="Name" optional hint="What it is for, such as “Nightly import”." />
          )}
        </SchemaForm>
      )}
    />
  );
}
