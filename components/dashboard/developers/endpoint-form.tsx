"use client";

import type { UseFormReturn } from "react-hook-form";
import { z } from "zod";
import { TextField } from "@/components/forms/fields";
import { isRefusal, type Outcome, type Refusal } from "@/components/forms/outcome";
import { SchemaForm } from "@/components/forms/schema-form";
import { useClose } from "@/components/ui/dialog";
import type { EventType } from "@/lib/terms/events/all-events";

/** With the secret when the endpoint was made just now. */
export type Saved = { secret?: string | undefined };

export type SaveEndpoint = (input: { url: string; events: EventType[] | null }) => Promise<Saved | Refusal>;

export type Editing = {
  local: boolean;
  endpoint?: { url: string; events: readonly EventType[] | null };
  types: readonly EventType[];
  save: SaveEndpoint;
};
type Props = Editing & { onSaved: (saved: Saved, close: () => void) => void };

/** As typed; the action says what is wrong with the address. */
const typed = z
  .object({ url: z.string().trim().min(1, "Is required"), all: z.boolean(), events: z.array(z.custom<EventType>()) })
  .refine(({ all, events }) => all || events.length > 0, { path: ["events"], error: "Choose at least one event" });
type Typed = z.output<typeof typed>;

export default function EndpointForm({ local, endpoint, types, save, onSaved }: Props) {
  const close = useClose();
  const values: Typed = {
    url: endpoint?.url ?? "",
    all: endpoint?.events === null || !endpoint,
    events: [...(endpoint?.events ?? [])],
  };
  async function send({ url, all, events }: Typed): Promise<Outcome> {
    const saved = await save({ url, events: all ? null : events });
    if (isRefusal(saved)) return saved;
    onSaved(saved, close);
    return { done: true };
  }
  return (
    <SchemaForm schema={typed} values={values} button="Save" send={send}>
      {(form) => (
        <>
          <TextField
            form={form}
            name="url"
            label="Address"
            inputMode="url"
            literal
            placeholder="https://hooks.shop.example/financing"
            hint={local ? "https or http; addresses of this machine too." : "https, and reachable from the internet."}
          />
          <Events form={form} types={types} />
        </>
      )}
    </SchemaForm>
  );
}

function Events({ form, types }: { form: UseFormReturn<Typed>; types: readonly EventType[] }) {
  const all = form.watch("all");
  const error = form.formState.errors.events?.message;
  return (
    <fieldset className="flex flex-col gap-2 text-sm" aria-describedby="events-error">
      <legend className="mb-2 font-medium">Events</legend>
      <label className="flex items-center gap-2">
        <input type="checkbox" {...form.register("all")} className={box} />
        All of them, and those of later versions
      </label>
      {!all && (
        <div className="grid max-h-56 grid-cols-1 gap-2 overflow-y-auto rounded-md border border-line p-3 sm:grid-cols-2">
          {types.map((type) => (
            <label key={type} className="flex items-center gap-2">
              <input type="checkbox" value={type} {...form.register("events")} className={box} />
              <code className="text-xs">{type}</code>
            </label>
          ))}
        </div>
      )}
      <p id="events-error" className="min-h-5 text-bad">
        {error}
      </p>
    </fieldset>
  );
}

const box = "size-4 shrink-0 accent-(--color-accent)";
