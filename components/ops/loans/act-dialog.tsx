"use client";

import { useState } from "react";
import { AreaField, TextField } from "@/components/forms/fields";
import { isRefusal, unreachable } from "@/components/forms/outcome";
import { SchemaForm } from "@/components/forms/schema-form";
import { useChange } from "@/components/forms/use-change";
import { useWork } from "@/components/forms/use-work";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import {
  type ActInput,
  type ActTyped,
  actTyped,
  type SeenActInput,
  type ShownPreview,
} from "@/lib/surfaces/console/loans/acts-schema";
import type { CollectorAct } from "@/lib/terms/console/acts";
import { actLabels } from "@/lib/terms/console/words";
import { PlanFields } from "./plan-fields";
import { PreviewView } from "./preview-view";

type Sending = {
  loanId: string;
  /** What is left to pay, in naira. */
  left: number;
  preview: (input: ActInput) => Promise<unknown>;
  perform: (input: SeenActInput) => Promise<unknown>;
};

/** What may be done to a loan: each asks for a reason, shows what it would do to ledger and schedule, and then does it. */
export function ActDialogs({ acts, ...sending }: Sending & { acts: readonly CollectorAct[] }) {
  return acts.map((act) => (
    <Dialog key={act} trigger={actLabels[act].label} title={actLabels[act].label}>
      <Act act={act} {...sending} />
    </Dialog>
  ));
}

const terms = { deductionPercentage: "", minimumDeduction: "", dueDate: "" };
const plan = { installments: [], count: "", first: "", step: "MONTH" } satisfies Partial<ActTyped>;
const empty: ActTyped = { reason: "", ...terms, ...plan, amount: "", reference: "" };

function Act({ act, loanId, left, preview, perform }: Sending & { act: CollectorAct }) {
  const [seen, setSeen] = useState<{ input: ActInput; preview: ShownPreview } | null>(null);
  const [typed, setTyped] = useState(empty);
  const change = useChange();
  const { busy, failure, run } = useWork();
  const { lead, danger = false } = actLabels[act];
  if (seen) {
    const { takesTwo } = seen.preview;
    const said = (answer: unknown) => (proposedIn(answer) ? "Proposed: another operator decides." : "It is done.");
    return (
      <>
        <PreviewView preview={seen.preview} />
        <Alert message={failure} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="secondary" onClick={() => setSeen(null)}>
            Back
          </Button>
          <Button
            look={danger ? "danger" : "primary"}
            busy={busy}
            onClick={() => run(() => change(perform({ ...seen.input, seen: seen.preview.seen }), said))}
          >
            {takesTwo ? "Propose this" : "Do this"}
          </Button>
        </div>
      </>
    );
  }
  return (
    <>
      <p className="text-sm text-muted text-pretty">{lead}</p>
      <SchemaForm
        schema={actTyped}
        values={typed}
        button="See what it does"
        send={async (values) => {
          const input = { ...values, loanId, act };
          const answer = await preview(input).catch(() => unreachable);
          if (isRefusal(answer)) return answer;
          setTyped({ ...empty, ...values });
          setSeen({ input, preview: answer as ShownPreview });
          return { done: true };
        }}
      >
        {(form) => (
          <>
            {act === "change-terms" && (
              <>
                <TextField form={form} name="deductionPercentage" label="Percent of each sale" optional literal />
                <TextField
                  form={form}
                  name="minimumDeduction"
                  label="Minimum of a deduction, in naira"
                  optional
                  literal
                />
                <TextField form={form} name="dueDate" label="Due by" type="date" optional />
              </>
            )}
            {act === "recover" && (
              <>
                <TextField form={form} name="amount" label="Amount, in naira" literal />
                <TextField form={form} name="reference" label="The bank’s reference" literal />
              </>
            )}
            {act === "plan" && <PlanFields form={form} left={left} />}
            <AreaField
              form={form}
              name="reason"
              label="Reason"
              hint="For the audit log; pauses, terms and plans show it to the merchant"
            />
          </>
        )}
      </SchemaForm>
    </>
  );
}

function proposedIn(answer: unknown): boolean {
  return typeof answer === "object" && answer !== null && "proposalId" in answer && answer.proposalId !== null;
}
