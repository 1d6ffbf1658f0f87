"use client";

import { z } from "zod";
import { ChangeForm } from "@/components/forms/change-form";
import { TextField } from "@/components/forms/fields";

/** As typed; the action says what is wrong with it. */
const typed = z.object({ origin: z.string().trim().min(1, "Is required") });

type Props = {
  environment: "test" | "live";
  add: (input: { origin: string }) => Promise<unknown>;
};

export default function OriginForm({ environment, add }: Props) {
  return (
    <ChangeForm
      schema={typed}
      values={{ origin: "" }}
      button="Add it"
      act={add}
      said={({ origin }) => `${origin} may open the journey.`}
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
    </ChangeForm>
  );
}
