"use client";

import { useState } from "react";
import { AreaField } from "@/components/forms/fields";
import type { Outcome } from "@/components/forms/outcome";
import { SchemaForm } from "@/components/forms/schema-form";
import { type Case, useDecision } from "@/components/ops/kyc/use-decision";
import { approveTyped } from "@/lib/surfaces/console/kyc/decision-schema";

type Props = {
  about: Case;
  needsTwo: boolean;
  /** Where items were accepted one by one: those that nobody has accepted. */
  open: readonly string[];
  send: (typed: { note: string } & Case) => Promise<unknown>;
};

export default function ApproveForm({ about, needsTwo, open, send }: Props) {
  const decide = useDecision();
  const [two, setTwo] = useState(needsTwo);

  async function decided(typed: { note: string }): Promise<Outcome> {
    const outcome = await decide(send({ ...typed, ...about }), "Approved.");
    if (two || !("refused" in outcome) || outcome.fields.every(({ field }) => field !== "note")) return outcome;
    // The merchant has asked for more since the page was read.
    setTwo(true);
    return { ...outcome, refused: "So much is at stake by now that it takes two. Say why, for the one who decides." };
  }
  return (
    <SchemaForm schema={approveTyped} values={{ note: "" }} send={decided} button={two ? "Propose" : "Approve"}>
      {(form) => (
        <>
          {open.length > 0 && (
            <p role="note" className="text-sm font-medium text-bad">
              Nobody has accepted: {open.join(", ")}
            </p>
          )}
          {two ? (
            <AreaField form={form} name="note" label="Why" hint="For the operator who decides: so much takes two." />
          ) : (
            <p className="text-sm">The merchant may borrow. Its directors are who they say they are.</p>
          )}
        </>
      )}
    </SchemaForm>
  );
}
