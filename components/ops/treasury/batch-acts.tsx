"use client";

import { saveAs } from "@/components/calls/save-as";
import { ActionButton } from "@/components/forms/action-button";
import { ConfirmDialog } from "@/components/forms/confirm-dialog";
import { DialogForm } from "@/components/forms/dialog-form";
import { AreaField } from "@/components/forms/fields";
import { isRefusal } from "@/components/forms/outcome";
import { reasonTyped } from "@/lib/surfaces/console/treasury/typed-schema";
import type { BatchKind } from "@/lib/terms/batches";
import { proposed } from "./loan-acts";

type Batch = { batchId: string };
type Making = { lenderId: string; accountId: string; kind: BatchKind };

export function MakeBatch({ of, send }: { of: Making; send: (of: Making) => Promise<unknown> }) {
  return (
    <ActionButton look="secondary" act={() => send(of)}>
      Make a batch
    </ActionButton>
  );
}

type Releasing = { batch: Batch; words: string; send: (batch: Batch) => Promise<unknown> };

export function ReleaseBatch({ batch, words, send }: Releasing) {
  return (
    <ConfirmDialog
      trigger="Release"
      look="primary"
      title="Release this batch"
      body={words}
      confirm="Release the batch"
      act={() => send(batch)}
      said="Released: it can be downloaded and entered at the bank."
    />
  );
}

export function DownloadBatch({ batch, send }: { batch: Batch; send: (batch: Batch) => Promise<unknown> }) {
  const save = async () => {
    const answer = await send(batch);
    if (isRefusal(answer)) return answer;
    const { name, content } = answer as { name: string; content: string };
    saveAs(new Blob([content], { type: "text/csv;charset=utf-8" }), name);
    return answer;
  };
  return (
    <ActionButton look="primary" act={save} said="Downloaded. The audit log says so.">
      Download the file
    </ActionButton>
  );
}

type Recalling = { batch: Batch; send: (typed: Batch & { reason: string }) => Promise<unknown> };

export function RecallBatch({ batch, send }: Recalling) {
  return (
    <DialogForm
      trigger="Recall"
      title="Recall this batch"
      schema={reasonTyped}
      button="Propose"
      act={({ reason }) => send({ ...batch, reason })}
      said={proposed}
    >
      {(form) => (
        <AreaField form={form} name="reason" label="Why was nothing of it entered?" hint="For whoever decides." />
      )}
    </DialogForm>
  );
}
