"use client";

import { AreaField } from "@/components/forms/fields";
import { useClosing } from "@/components/forms/lazy-dialog";
import type { Outcome } from "@/components/forms/outcome";
import { SchemaForm } from "@/components/forms/schema-form";
import { requestGoLiveInput } from "@/lib/parties/marketplaces/go-live/schema";

export default function RequestForm({ send }: { send: (note: string) => Promise<Outcome> }) {
  const closing = useClosing();
  return (
    <SchemaForm
      schema={requestGoLiveInput}
      values={{ note: "" }}
      button="Send the request"
      send={({ note }) => closing(send(note ?? ""))}
    >
      {(form) => (
        <AreaField
          form={form}
          name="note"
          label="Note for us"
          optional
          hint="When you mean to start, how many sellers, whom to call."
        />
      )}
    </SchemaForm>
  );
}
