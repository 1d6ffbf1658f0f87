"use client";

import { useState } from "react";
import { useChange } from "@/components/forms/use-change";
import { ComplaintForm } from "@/components/loan/complaints";
import { Button } from "@/components/ui/button";
import type { MakeComplaint } from "@/lib/lending/complaints/schema";

type Props = {
  merchantId: string;
  loans: readonly { loanId: string; reference: string }[];
  complain: (merchantId: string, input: MakeComplaint) => Promise<unknown>;
};

/** The form opens on demand: whoever holds several shops sees what they have complained about first. */
export function Complain({ merchantId, loans, complain }: Props) {
  const change = useChange();
  const [open, setOpen] = useState(false);
  if (!open) {
    return (
      <div>
        <Button look="secondary" onClick={() => setOpen(true)}>
          Complain
        </Button>
      </div>
    );
  }
  return (
    <ComplaintForm
      loans={loans}
      send={async (input) => {
        const outcome = await change(complain(merchantId, input), "We have your complaint.");
        if (!("refused" in outcome)) setOpen(false);
        return outcome;
      }}
    />
  );
}
