import { transaction } from "@/db/client";
import { CodedError } from "@/lib/kernel/errors";
import { currency, fromKobo, type Kobo, kobo, maxAmount, minus, toKobo, zero } from "@/lib/kernel/money";
import { reachOf } from "@/lib/kernel/reach";
import { findRepayment } from "@/lib/lending/repayments/report";
import { totalDue, totalPaid } from "@/lib/loans/ledger/balances";
import type { LoanCall } from "@/lib/loans/loans/act-on-loan";
import { bookOf, type LoanRecord, lockLoan } from "@/lib/loans/loans/load-loans";
import { refuseFuture } from "@/lib/sales/data-events/receipt";
import { fill } from "@/lib/terms/ledger/allocation";
import { reportRepayment, testReference } from "./report-repayment";
import type { RepayLoan } from "./schema";

/** By default the rest of its next instalment. Repeating a reference changes nothing. */
export async function repayLoan(call: LoanCall & { input: RepayLoan }): Promise<void> {
  const { actor, loanId, input, now } = call;
  const { reference = testReference("DED"), occurredAt = now } = input;
  refuseFuture({ occurredAt }, now);
  await transaction(async () => {
    const loan = await lockLoan(reachOf(actor), loanId);
    const known = await findRepayment(loanId, "repayment.deducted", reference);
    const given = input.amount === undefined ? undefined : toKobo(input.amount);
    if (known && (given === undefined || given === known.amount)) return;
    const amount = given ?? nextRest(loan);
    const deductedAt = occurredAt.toISOString();
    const deduction = { reference, amount: fromKobo(amount), currency, deductedAt };
    const sourceTransaction = { ...saleOf(amount, loan), timestamp: deductedAt };
    await reportRepayment({ actor, loan, fact: { event: "repayment.deducted", deduction, sourceTransaction }, now });
  });
}

/** A sale of which just this amount is agreed: less than the minimum is due of twice as much, half of which may go. */
function saleOf(deduction: Kobo, { deductionBasisPoints, minimumDeduction }: LoanRecord) {
  const belowMinimum = deduction < minimumDeduction;
  const gross = kobo(belowMinimum ? deduction * 2 : Math.ceil((deduction * 10_000) / deductionBasisPoints));
  return { id: testReference("ORD"), type: "sale" as const, grossAmount: Math.min(maxAmount, fromKobo(gross)) };
}

function nextRest(loan: LoanRecord): Kobo {
  const book = bookOf(loan);
  if (totalPaid(book) === totalDue(book)) {
    throw new CodedError("LOAN_STATE_CONFLICT", "This loan has nothing to repay now. Give an amount to deduct anyway.");
  }
  const filled = fill(totalPaid(book), loan.installments);
  const rests = loan.installments.map(({ amount }, i) => minus(amount, filled[i] ?? zero));
  return rests.find((rest) => rest > 0) ?? zero;
}
