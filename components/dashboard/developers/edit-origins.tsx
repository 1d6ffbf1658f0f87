"use client";

import { z } from "zod";
import { useChange } from "@/components/dashboard/use-change";
import { ConfirmDialog } from "@/components/forms/confirm-dialog";
import { DialogForm } from "@/components/forms/dialog-form";
import { TextField } from "@/components/forms/fields";

type Environment = "test" | "live";
type Edit = (environment: Environment, input: { origin: string }) => Promise<unknown>;

/** As typed; the action says what is wrong with it. */
const typed = z.object({ origin: z.string().trim().min(1, "Must not be empty") });

export function AddOrigin({ environment, add }: { environment: Environment; add: Edit }) {
  const change = useChange();
  return (
    <DialogForm
      trigger="Add an origin"
      look="primary"
      title="Add an origin"
      schema={typed}
      values={{ origin: "" }}
      button="Add it"
      send={({ origin }) => change(add(environment, { origin }), `${origin} may open the journey.`)}
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
    </DialogForm>
  );
}

type Remove = { environment: Environment; origin: string; remove: Edit };

export function RemoveOrigin({ environment, origin, remove }: Remove) {
  const change = useChange();
  return (
    <ConfirmDialog
      trigger="Remove"
      look="quiet"
      title={`Remove ${origin}?`}
      body={<p>The journey opens in no page of this origin any more. Journeys that are open stay so.</p>}
      confirm="Remove it"
      danger
      run={() => change(remove(environment, { origin }), `${origin} is removed.`)}
    />
  );
}
