import { transaction } from "@/db/client";
import { CodedError, invalidField } from "@/lib/kernel/errors";
import { currency, fromKobo, zero } from "@/lib/kernel/money";
import { reachOf } from "@/lib/kernel/reach";
import type { LoanCall } from "@/lib/loans/loans/act-on-loan";
import { lockLoan } from "@/lib/loans/loans/load-loans";
import { deductionsOf } from "./deductions-of";
import { reportRepayment, testReference } from "./report-repayment";
import type { ReverseRepayment } from "./schema";

/**
 * Reports the reversal of a test loan's deduction: by default of all that is left of the last one with anything left. A
 * given amount is reported unchecked, to try reversals that are too large or come before their deduction; without one,
 * a deduction already reversed is left alone.
 */
export async function reverseRepayment(call: LoanCall & { input: ReverseRepayment }): Promise<void> {
  const { actor, loanId, input, now } = call;
  await transaction(async () => {
    const loan = await lockLoan(reachOf(actor), loanId);
    const deductions = await deductionsOf(loanId);
    const found = deductions.find(({ reference, left }) =>
      input.reference === undefined ? left > 0 : reference === input.reference,
    );
    const originalReference = input.reference ?? found?.reference;
    if (originalReference === undefined) {
      throw new CodedError("LOAN_STATE_CONFLICT", "The loan has no deduction with anything left to reverse.");
    }
    if (input.amount === undefined && !found) throw invalidField("amount", "Is required: no such deduction is known");
    const amount = input.amount ?? fromKobo(found?.left ?? zero);
    if (amount === 0) return;
    const reversal = { reference: testReference("REV"), originalReference, reversedAt: now.toISOString() };
    const deduction = { ...reversal, amount, currency, reasonCode: "TEST" };
    await reportRepayment({ actor, loan, fact: { event: "repayment.reversed", deduction }, now });
  });
}
