"use client";

import { useState } from "react";
import type { z } from "zod";
import { ActionButton } from "@/components/forms/action-button";
import { ConfirmDialog } from "@/components/forms/confirm-dialog";
import { isRefusal } from "@/components/forms/outcome";
import type { onHeldAsked, onLoanAsked, refundAsked } from "@/lib/surfaces/console/treasury/asked-schema";

type Release = {
  held: z.input<typeof onHeldAsked>;
  name: string;
  send: (held: z.input<typeof onHeldAsked>) => Promise<unknown>;
};

export function ReleasePayout({ held, name, send }: Release) {
  return (
    <ConfirmDialog
      trigger="Release"
      look="primary"
      title="Release this payout"
      body={`The money goes to the account of ${name}, if the loan would still be lent today.`}
      confirm="Release the payout"
      act={() => send(held)}
      said="Released. The bank is asked to pay."
    />
  );
}

type Refund = {
  refund: z.input<typeof refundAsked>;
  words: string;
  send: (refund: z.input<typeof refundAsked>) => Promise<unknown>;
};

export function OrderRefund({ refund, words, send }: Refund) {
  return (
    <ConfirmDialog
      trigger="Order the refund"
      look="primary"
      title="Order the refund"
      body={words}
      confirm="Order the refund"
      act={() => send(refund)}
      said="Ordered."
    />
  );
}

type Shown = { bankName: string; accountNumber: string };
type Showing = { loanId: string; send: (asked: z.input<typeof onLoanAsked>) => Promise<unknown> };

/** An account's number, for whoever looks its holder up: in this page's memory alone, and each time audited. */
export function ShowAccount({ loanId, send }: Showing) {
  const [shown, setShown] = useState<Shown | null>(null);
  const ask = async () => {
    const answer = await send({ loanId });
    if (!isRefusal(answer)) setShown(answer as Shown);
    return answer;
  };
  if (shown) {
    return (
      <p role="status" className="text-sm">
        {shown.bankName}, <span className="font-mono tabular-nums">{shown.accountNumber}</span>
      </p>
    );
  }
  return (
    <ActionButton look="secondary" act={ask}>
      Show its number
    </ActionButton>
  );
}
