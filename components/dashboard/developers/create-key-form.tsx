"use client";

import { z } from "zod";
import { TextField } from "@/components/forms/fields";
import { isRefusal, type Refusal } from "@/components/forms/outcome";
import { SchemaForm } from "@/components/forms/schema-form";

type Props = {
  create: (input: { name: string | null }) => Promise<{ secretKey: string } | Refusal>;
  onCreated: (secretKey: string) => void;
};
export type CreateKeyAction = Props["create"];

/** As typed; the action checks it. */
const typed = z.object({ name: z.string().max(80, "Must be at most 80 characters").optional() });

export default function CreateKeyForm({ create, onCreated }: Props) {
  return (
    <SchemaForm
      schema={typed}
      values={{ name: "" }}
      button="Create it"
      send={async ({ name }) => {
        const answer = await create({ name: name?.trim() || null });
        if (isRefusal(answer)) return answer;
        onCreated(answer.secretKey);
        return { done: true };
      }}
    >
      {(form) => (
        <TextField form={form} name="name" label="Name" optional hint="What it is for, such as “Nightly import”." />
      )}
    </SchemaForm>
  );
}
