"use client";

import { z } from "zod";
import { ChangeForm } from "@/components/forms/change-form";
import { AreaField, TextField } from "@/components/forms/fields";
import type { DataSource, SaveDataSource } from "@/lib/terms/data-access/schema";

type Props = {
  source: DataSource | null;
  save: (input: SaveDataSource) => Promise<unknown>;
};

const needed = z.string().trim().min(1, "Is required");

/** As typed; the action says what is wrong with an address. */
const typed = z.object({
  issuer: needed,
  clientId: needed,
  clientSecret: z.string(),
  dataUrl: needed,
  scopes: z.string(),
  description: z.string().max(500, "Must be at most 500 characters"),
});

export default function DataSourceForm({ source, save }: Props) {
  const values = {
    issuer: source?.issuer ?? "",
    clientId: source?.clientId ?? "",
    clientSecret: "",
    dataUrl: source?.dataUrl ?? "",
    scopes: source?.scopes.join(" ") ?? "",
    description: source?.description ?? "",
  };
  return (
    <ChangeForm
      schema={typed}
      values={values}
      button="Save"
      act={({ clientSecret, scopes, ...rest }) =>
        save({ ...rest, clientSecret: clientSecret || null, scopes: scopes.split(/\s+/).filter(Boolean) })
      }
      said="It is saved."
    >
      {(form) => (
        <>
          <TextField
            form={form}
            name="issuer"
            label="Issuer"
            inputMode="url"
            literal
            hint="Of your OAuth server, to the letter as its metadata says it."
          />
          <TextField form={form} name="clientId" label="Client id" literal hint="Of our client at your server." />
          <TextField
            form={form}
            name="clientSecret"
            label="Client secret"
            type="password"
            literal
            hint={source ? "Leave it empty to keep the one we have." : "Stored encrypted, and not shown again."}
          />
          <TextField
            form={form}
            name="dataUrl"
            label="Address of the record"
            inputMode="url"
            literal
            hint="It answers the record of whichever merchant the access token is of."
          />
          <TextField form={form} name="scopes" label="Scopes" literal hint="Separated by spaces." />
          <AreaField form={form} name="description" label="In the catalogue" hint="A sentence for your merchants." />
        </>
      )}
    </ChangeForm>
  );
}
