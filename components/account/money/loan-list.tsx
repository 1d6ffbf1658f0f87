import Link from "next/link";
import { counted, percentText, stateText } from "@/components/loan/loan-text";
import { dateText } from "@/components/ui/date-text";
import { LinkHint } from "@/components/ui/link-hint";
import { ProgressBar } from "@/components/ui/progress-bar";
import { StatusBadge, type Tone } from "@/components/ui/status-badge";
import { nairaText } from "@/lib/kernel/money";
import type { HeldLoan } from "@/lib/surfaces/account/loans/schema";
import { ShopName } from "./shop-name";

export function LoanList({ loans, label }: { loans: readonly HeldLoan[]; label: string }) {
  return (
    <ul aria-label={label} className="flex flex-col gap-3">
      {loans.map((held) => (
        <Entry key={held.loan.loanId} held={held} />
      ))}
    </ul>
  );
}

function Entry({ held }: { held: HeldLoan }) {
  const { loan } = held;
  const running = held.stage === "running";
  return (
    <li className="relative flex flex-col gap-2 rounded-lg border border-line bg-surface p-4 has-[a:hover]:border-edge">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <Link
          href={`/account/loans/${loan.loanId}`}
          prefetch={false}
          className="font-semibold tabular-nums underline-offset-4 after:absolute after:inset-0 hover:underline"
        >
          {nairaText(loan.terms.principalAmount)}
          <LinkHint />
        </Link>
        <StatusBadge tone={toneOf(held)}>{stateText({ stage: held.stage, status: loan.status })}</StatusBadge>
      </div>
      <p className="text-sm text-muted">
        <ShopName shop={held} />
        <span className="block">{loan.reference}</span>
      </p>
      {loan.writtenOff > 0 && <p className="text-sm tabular-nums">{nairaText(loan.writtenOff)} is left to pay.</p>}
      {running && (
        <>
          <ProgressBar percent={loan.percentPaid} label={`Paid back on loan ${loan.reference}`} />
          <p className="flex flex-wrap justify-between gap-x-4 text-sm tabular-nums">
            <span>{percentText(loan.percentPaid)} paid back</span>
            <span>{nairaText(loan.outstanding.total)} to go</span>
          </p>
          <p className="text-sm tabular-nums">{nextText(held)}</p>
        </>
      )}
    </li>
  );
}

function toneOf({ stage, loan }: HeldLoan): Tone {
  if (stage === "paying-out") return "busy";
  if (loan.status === "DEFAULTED" || loan.status === "WRITTEN_OFF") return "bad";
  if (loan.status === "REPAID") return "good";
  return loan.health.daysPastDue > 0 ? "warning" : "neutral";
}

function nextText({ loan }: HeldLoan): string {
  const { health, nextInstallment, deduction } = loan;
  if (health.daysPastDue > 0) {
    return `${nairaText(health.overdueAmount)} is overdue, ${counted(health.daysPastDue, "day", "days")} late.`;
  }
  if (deduction.paused) return "Repayments are paused.";
  if (!nextInstallment) return "Nothing is due.";
  const { amount, paid, dueDate } = nextInstallment;
  return `Next: ${nairaText(amount - paid)} by ${dateText(dueDate)}.`;
}
