"use client";

import { useChange } from "@/components/forms/use-change";
import { RefundCard } from "@/components/loan/refund-card";
import type { JourneyLoan } from "@/lib/surfaces/journey/schema";

/** Sets where what is owed on a loan goes. */
export type GiveAccount = (
  merchantId: string,
  input: { loanId: string; bankCode: string; accountNumber: string },
) => Promise<unknown>;

/** What goes back to the merchant, to an account given here where there is none. */
export function OwedCard({ loan, give }: { loan: JourneyLoan; give: GiveAccount }) {
  const change = useChange();
  return (
    <RefundCard
      loan={loan}
      give={(account) => change(give(loan.merchantId, { loanId: loan.loanId, ...account }), "Your account is saved.")}
    />
  );
}
