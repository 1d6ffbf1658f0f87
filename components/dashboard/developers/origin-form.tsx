"use client";

import { z } from "zod";
import { TextField } from "@/components/forms/fields";
import { useClosing } from "@/components/forms/lazy-dialog";
import { SchemaForm } from "@/components/forms/schema-form";
import { useChange } from "@/components/forms/use-change";

/** As typed; the action says what is wrong with it. */
const typed = z.object({ origin: z.string().trim().min(1, "Is required") });

type Environment = "test" | "live";

type Props = {
  environment: Environment;
  add: (environment: Environment, input: { origin: string }) => Promise<unknown>;
};

export default function OriginForm({ environment, add }: Props) {
  const change = useChange();
  const closing = useClosing();
  return (
    <SchemaForm
      schema={typed}
      values={{ origin: "" }}
      button="Add it"
      send={({ origin }) => closing(change(add(environment, { origin }), `${origin} may open the journey.`))}
    >
      {(form) => (
        <TextField
          form={form}
          name="origin"
          label="Origin"
          inputMode="url"
          literal
          placeholder={environment === "live" ? "https://shop.example" : "http://localhost:8080"}
          hint="Scheme, host and port of your page, without a path."
        />
      )}
    </SchemaForm>
  );
}
