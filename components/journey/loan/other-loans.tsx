"use client";

import { useJourney } from "@/components/journey/context";
import { stepOf } from "@/components/journey/money-labels";
import { stateText } from "@/components/loan/loan-text";
import { linkLook } from "@/components/ui/button";
import { dateText } from "@/components/ui/date-text";
import { Card } from "@/components/ui/touch-card";
import { nairaText } from "@/lib/kernel/money";

export function OtherLoans({ shown }: { shown: string | null }) {
  const { session, go } = useJourney();
  const others = session.loans.filter(({ loanId }) => loanId !== shown);
  if (others.length === 0) return null;
  return (
    <Card title="Your other loans and offers">
      <ul className="flex flex-col divide-y divide-stone-300 dark:divide-stone-700">
        {others.map((loan) => (
          <li key={loan.loanId}>
            <button
              type="button"
              onClick={() => go(stepOf(loan.stage), loan.loanId)}
              className="flex min-h-14 w-full flex-wrap items-baseline justify-between gap-x-4 py-2 text-left"
            >
              <span className={`tabular-nums ${linkLook}`}>{nairaText(loan.principalAmount)}</span>
              <span>{stateText(loan)}</span>
              <span className="basis-full text-sm text-stone-700 dark:text-stone-300">
                {loan.reference}, {dateText(loan.approvedAt.slice(0, 10))}
                {loan.owedToMerchant > 0 && `. ${nairaText(loan.owedToMerchant)} is owed to you`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
