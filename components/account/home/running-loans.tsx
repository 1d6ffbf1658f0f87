import Link from "next/link";
import { TestBadge } from "@/components/ui/badge";
import { linkLook } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { dateText } from "@/components/ui/date-text";
import { ProgressBar } from "@/components/ui/progress-bar";
import { nairaText } from "@/lib/kernel/money";
import type { HeldLoan } from "@/lib/surfaces/account/loans/schema";

export function RunningLoans({ loans, more }: { loans: readonly HeldLoan[]; more: boolean }) {
  return (
    <Card
      title="Running loans"
      aside={
        <Link href="/account/loans" prefetch={false} className={`text-sm ${linkLook}`}>
          {more ? "View all" : "All loans"}
        </Link>
      }
    >
      <ul className="divide-y divide-line">
        {loans.map(({ businessName, marketplace, environment, loan }) => (
          <li key={loan.loanId} className="relative flex flex-col gap-2 py-3">
            <span className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
              <Link
                href={`/account/loans/${loan.loanId}`}
                prefetch={false}
                className="wrap-anywhere font-medium underline-offset-4 after:absolute after:inset-0 hover:underline"
              >
                {loan.reference}
              </Link>
              <span className="font-semibold tabular-nums">{nairaText(loan.outstanding.total)} left</span>
            </span>
            <ProgressBar percent={loan.percentPaid} label={`Paid back on ${loan.reference}`} />
            <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-muted">
              <span className="flex flex-wrap items-center gap-2">
                {businessName} on {marketplace.name} {environment === "test" && <TestBadge />}
              </span>
              <Next loan={loan} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Next({ loan }: Pick<HeldLoan, "loan">) {
  if (loan.deduction.paused) return <span>Collection is paused</span>;
  if (!loan.nextInstallment) return null;
  const { amount, paid, dueDate } = loan.nextInstallment;
  return (
    <span className="tabular-nums">
      {nairaText(amount - paid)} {loan.health.overdueAmount > 0 ? "was due" : "due by"} {dateText(dueDate, "short")}
    </span>
  );
}
