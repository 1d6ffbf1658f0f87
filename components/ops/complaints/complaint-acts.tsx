"use client";

import { ActionButton } from "@/components/forms/action-button";
import { DialogForm } from "@/components/forms/dialog-form";
import { AreaField } from "@/components/forms/fields";
import { answerComplaintBody } from "@/lib/lending/complaints/schema";
import type { ComplaintState } from "@/lib/terms/complaints";

type Props = {
  complaintId: string;
  status: ComplaintState;
  mine: boolean;
  take: (input: { complaintId: string }) => Promise<unknown>;
  answer: (input: { complaintId: string; answer: string }) => Promise<unknown>;
  close: (input: { complaintId: string }) => Promise<unknown>;
};

/** What can be done with a complaint as it stands. */
export function ComplaintActs({ complaintId, status, mine, take, answer, close }: Props) {
  if (status === "CLOSED") return null;
  if (status === "ANSWERED") {
    return (
      <ActionButton act={() => close({ complaintId })} said="The complaint is closed.">
        Close
      </ActionButton>
    );
  }
  return (
    <>
      {!mine && (
        <ActionButton look="secondary" act={() => take({ complaintId })} said="You have the complaint.">
          {status === "TAKEN" ? "Take it over" : "Take"}
        </ActionButton>
      )}
      <DialogForm
        trigger="Answer"
        look="primary"
        title="Answer the complaint"
        schema={answerComplaintBody}
        button="Send the answer"
        act={(typed) => answer({ ...typed, complaintId })}
        said="The merchant has the answer."
      >
        {(form) => (
          <AreaField
            form={form}
            name="answer"
            label="Your answer"
            hint="The merchant reads it word for word in its account, and by mail with long numbers masked. There is one."
          />
        )}
      </DialogForm>
    </>
  );
}
