"use client";

import { DialogForm } from "@/components/forms/dialog-form";
import { AreaField, SelectField, TextField } from "@/components/forms/fields";
import { recordComplaintBody } from "@/lib/lending/complaints/schema";
import { contactTyped, type PromiseInput, promiseInput } from "@/lib/surfaces/console/loans/acts-schema";
import { channelLabels } from "@/lib/terms/console/words";
import { type ContactChannel, contactChannels } from "@/lib/terms/contacts";

type Props = {
  loanId: string;
  contact: (input: { loanId: string; channel: ContactChannel; words: string }) => Promise<unknown>;
  promise: (input: PromiseInput & { loanId: string }) => Promise<unknown>;
  complaint: (input: { loanId: string; words: string }) => Promise<unknown>;
  /** It may still pay: a promise can be taken. */
  pays: boolean;
};

/** What a collector notes after a call. */
export function ContactDialogs({ loanId, contact, promise, complaint, pays }: Props) {
  return (
    <>
      <DialogForm
        trigger="Note a contact"
        title="Note a contact"
        schema={contactTyped}
        button="Note it"
        act={(typed) => contact({ ...typed, loanId })}
        said="The contact is noted."
      >
        {(form) => (
          <>
            <SelectField
              form={form}
              name="channel"
              label="How did you speak?"
              options={contactChannels.map((channel) => [channel, channelLabels[channel]] as const)}
            />
            <AreaField form={form} name="words" label="What was said" hint="The merchant does not see it." />
          </>
        )}
      </DialogForm>
      {pays && <PromiseDialog loanId={loanId} promise={promise} />}
      <DialogForm
        trigger="Record a complaint"
        title="Record a complaint"
        schema={recordComplaintBody}
        button="Record it"
        act={(typed) => complaint({ ...typed, loanId })}
        said={(_, answer) => `Recorded. Tell the merchant its number: ${numberIn(answer)}`}
      >
        {(form) => (
          <AreaField
            form={form}
            name="words"
            label="What is wrong"
            hint="As the merchant says it: it reads this, too."
          />
        )}
      </DialogForm>
    </>
  );
}

function numberIn(answer: unknown): string {
  return typeof answer === "object" && answer !== null && "number" in answer ? String(answer.number) : "";
}

function PromiseDialog({ loanId, promise }: Pick<Props, "loanId" | "promise">) {
  return (
    <DialogForm
      trigger="Note a promise"
      title="Note a promise to pay"
      schema={promiseInput}
      button="Note it"
      act={(typed) => promise({ ...typed, loanId })}
      said="The promise is noted."
    >
      {(form) => (
        <>
          <TextField form={form} name="amount" label="Amount, in naira" literal />
          <TextField form={form} name="payBy" label="By when" type="date" hint="At most 30 days ahead" />
        </>
      )}
    </DialogForm>
  );
}
