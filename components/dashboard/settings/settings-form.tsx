"use client";

import { useState } from "react";
import { z } from "zod";
import { brandOf } from "@/components/forms/brand-colour";
import { AreaField, TextField } from "@/components/forms/fields";
import { isRefusal, type Refusal } from "@/components/forms/outcome";
import { SchemaForm } from "@/components/forms/schema-form";
import { Card } from "@/components/ui/card";

type Settings = {
  name: string;
  logo: string | null;
  primary: string | null;
  mailRecipients: { webhook: string[]; goLive: string[] };
  contactEmail: string;
};
type Saved = Pick<Settings, "name" | "mailRecipients"> & { logo?: string; primary?: string };

/** As typed, empty boxes left out; the action says what is wrong with it. */
const typed = z.object({
  name: z.string().trim().min(1, "Is required"),
  logo: z.string().trim().optional(),
  primary: z.string().trim().optional(),
  webhook: z.string().optional(),
  goLive: z.string().optional(),
});

const lines = (text = "") => text.split(/[\s,;]+/).filter((one) => one !== "");

export function SettingsForm(props: { settings: Settings; save: (input: Saved) => Promise<{ done: true } | Refusal> }) {
  const { settings, save } = props;
  const { contactEmail, mailRecipients } = settings;
  const [saved, setSaved] = useState(false);

  async function send({ name, logo, primary, webhook, goLive }: z.output<typeof typed>) {
    setSaved(false);
    const answer = await save({
      name,
      ...(logo ? { logo } : {}),
      ...(primary ? { primary } : {}),
      mailRecipients: { webhook: lines(webhook), goLive: lines(goLive) },
    });
    if (isRefusal(answer)) return { ...answer, fields: answer.fields.map(atField) };
    setSaved(true);
    return answer;
  }

  return (
    <Card title="Your marketplace">
      <div className="max-w-xl">
        <SchemaForm
          schema={typed}
          values={{
            name: settings.name,
            logo: settings.logo ?? "",
            primary: settings.primary ?? "",
            webhook: mailRecipients.webhook.join("\n"),
            goLive: mailRecipients.goLive.join("\n"),
          }}
          send={send}
          button="Save settings"
        >
          {(form) => (
            <>
              <TextField
                form={form}
                name="name"
                label="Name"
                hint="As merchants read it, in the journey and in mails."
              />
              <TextField
                form={form}
                name="logo"
                label="Logo"
                optional
                literal
                inputMode="url"
                placeholder="https://shop.example/logo.svg"
                hint="Address of a picture, https. Shown at the top of the journey."
              />
              <TextField
                form={form}
                name="primary"
                label="Colour"
                optional
                literal
                placeholder="#0a7d4f"
                hint="Where your page gives the journey none."
              />
              <Preview colour={form.watch("primary") ?? ""} />
              <AreaField
                form={form}
                name="webhook"
                label="Mail about the webhook goes to"
                optional
                hint={`One address a line, each of somebody in the team; with none, ${contactEmail}.`}
              />
              <AreaField
                form={form}
                name="goLive"
                label="Mail about going live goes to"
                optional
                hint={`One address a line, each of somebody in the team; with none, ${contactEmail}.`}
              />
            </>
          )}
        </SchemaForm>
        <p role="status" className="pt-2 text-sm text-good empty:hidden">
          {saved && "Saved."}
        </p>
      </div>
    </Card>
  );
}

function Preview({ colour }: { colour: string }) {
  const shown = brandOf(colour);
  if (!shown) return null;
  return (
    <div className="flex flex-wrap items-center gap-3 pb-2" aria-hidden="true">
      <span ref={painted(shown.brand, "#fff")} className="rounded-md px-3 py-2 text-sm font-medium">
        In the light
      </span>
      <span ref={painted(shown.soft, "#0c0a09")} className="rounded-md px-3 py-2 text-sm font-medium">
        In the dark
      </span>
    </div>
  );
}

/** By CSSOM: the content security policy allows no style attributes. */
const painted = (background: string, text: string) => (element: HTMLElement | null) => {
  element?.style.setProperty("background-color", background);
  element?.style.setProperty("color", text);
};

/** `mailRecipients.webhook.1` is wrong in the field `webhook`. */
function atField({ field, error }: { field: string; error: string }) {
  const [first = "", topic = ""] = field.split(".");
  return { field: first === "mailRecipients" ? topic : first, error };
}
