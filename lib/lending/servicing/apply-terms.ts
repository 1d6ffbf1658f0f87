import { daysBetween } from "@/lib/kernel/calendar";
import type { Call } from "@/lib/kernel/call";
import { totalPaid } from "@/lib/loans/ledger/balances";
import { postpone } from "@/lib/loans/loans/changes/postpone";
import { recordChange } from "@/lib/loans/loans/changes/record-loan-change";
import type { Consent } from "@/lib/loans/loans/lifecycle-payloads";
import { bookOf, type LoanRecord } from "@/lib/loans/loans/load-loans";
import { saveLoan } from "@/lib/loans/loans/save-loan";
import { firstOpen } from "@/lib/terms/ledger/allocation";
import type { LoanTerms } from "@/lib/terms/loans/schema";
import type { OwingState } from "@/lib/terms/loans/states";

/** The loan's row must be locked. A later due date shifts every instalment not fully paid. */
export async function applyTerms(
  change: Call<{ loan: LoanRecord & { status: OwingState }; current: LoanTerms; reason: string; consent?: Consent }>,
): Promise<void> {
  const { loan, current, now } = change;
  const first = firstOpen(totalPaid(bookOf(loan)), loan.installments)?.number ?? 1;
  const days = daysBetween(loan.dueDate, current.dueDate);
  const installments = days === 0 ? loan.installments : await postpone(loan, { first, days });
  await recordChange({ ...change, kind: "TERMS", installments });
  const { paused: _, ...columns } = current;
  await saveLoan({ ...loan, installments }, columns, now);
}
