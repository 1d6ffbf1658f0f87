"use client";

import { useChange } from "@/components/forms/use-change";
import { RefundCard } from "@/components/loan/refund-card";
import type { JourneyLoan } from "@/lib/surfaces/journey/schema";

export type GiveAccount = (
  merchantId: string,
  input: { loanId: string; bankCode: string; accountNumber: string },
) => Promise<unknown>;

export function OwedCard({ loan, give }: { loan: JourneyLoan; give: GiveAccount }) {
  const change = useChange();
  return (
    <RefundCard
      loan={loan}
      give={(account) => change(give(loan.merchantId, { loanId: loan.loanId, ...account }), "Your account is saved.")}
    />
  );
}
