"use client";

import { useState } from "react";
import { ActionButton } from "@/components/forms/action-button";
import { isRefusal } from "@/components/forms/outcome";

type Shown = { bankName: string; accountNumber: string };

/** An account's number, for whoever looks its holder up: in this page's memory alone, and each time audited. */
export function ShowAccount({ send }: { send: () => Promise<unknown> }) {
  const [shown, setShown] = useState<Shown | null>(null);
  const ask = async () => {
    const answer = await send();
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
