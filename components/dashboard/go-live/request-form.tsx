"use client";

import { ChangeForm } from "@/components/forms/change-form";
import { AreaField } from "@/components/forms/fields";
import { type RequestGoLive, requestGoLiveInput } from "@/lib/parties/marketplaces/go-live/schema";

export default function RequestForm({ ask }: { ask: (typed: RequestGoLive) => Promise<unknown> }) {
  return (
    <ChangeForm
      schema={requestGoLiveInput}
      values={{ note: "" }}
      button="Send the request"
      act={ask}
      said="Your request is sent."
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
    </ChangeForm>
  );
}
