/**
 * What a loan's balances must be, worked out from scratch in the dullest possible way and without a line of the ledger's
 * own code: the facts are put in the order in which they happened, and the money is carried by hand into one instalment
 * after another. Kobo throughout.
 */

export type OracleLoan = { principal: number; interest: number; installments: { amount: number; interest: number }[] };
export type OracleDeduction = { reference: string; amount: number; at: Date };
export type OracleReversal = OracleDeduction & { of: string };
export type OracleFacts = {
  deductions: OracleDeduction[];
  reversals: OracleReversal[];
  refunds: number[];
  /** From the merchant's account. */
  payments?: number[];
};

export type OracleBalances = {
  paid: number;
  principalRepaid: number;
  interestRepaid: number;
  outstandingPrincipal: number;
  outstandingInterest: number;
  overpaid: number;
  receivable: number;
  /** Deductions of which something is left. */
  deductions: OracleDeduction[];
  /** References of the reversals that count, and of those that exceed what they reverse. */
  effective: string[];
  excess: string[];
};

export function oracle(loan: OracleLoan, facts: OracleFacts): OracleBalances {
  const left = loan.installments.map(({ amount, interest }) => ({ interest, principal: amount - interest }));
  const effective: string[] = [];
  const excess: string[] = [];
  const deductions: OracleDeduction[] = [];
  let overpaid = 0;

  for (const deduction of inOrder(facts.deductions)) {
    let rest = deduction.amount;
    for (const reversal of inOrder(facts.reversals.filter(({ of }) => of === deduction.reference))) {
      if (reversal.amount <= rest) {
        rest = rest - reversal.amount;
        effective.push(reversal.reference);
      } else {
        excess.push(reversal.reference);
      }
    }
    if (rest > 0) deductions.push(deduction);
    overpaid = overpaid + pour(rest, left);
  }
  for (const payment of facts.payments ?? []) overpaid = overpaid + pour(payment, left);

  // Money that was given back is missing where it would have gone last.
  let missing = 0;
  for (const refund of facts.refunds) missing = missing + refund;
  const fromOverpaid = Math.min(missing, overpaid);
  overpaid = overpaid - fromOverpaid;
  missing = missing - fromOverpaid;
  for (let i = left.length - 1; i >= 0; i--) {
    const own = loan.installments[i];
    const installment = left[i];
    if (!own || !installment) continue;
    const principal = Math.min(missing, own.amount - own.interest - installment.principal);
    installment.principal = installment.principal + principal;
    missing = missing - principal;
    const interest = Math.min(missing, own.interest - installment.interest);
    installment.interest = installment.interest + interest;
    missing = missing - interest;
  }

  let outstandingPrincipal = 0;
  let outstandingInterest = 0;
  for (const installment of left) {
    outstandingPrincipal = outstandingPrincipal + installment.principal;
    outstandingInterest = outstandingInterest + installment.interest;
  }
  const principalRepaid = loan.principal - outstandingPrincipal;
  const interestRepaid = loan.interest - outstandingInterest;
  return {
    paid: principalRepaid + interestRepaid,
    principalRepaid,
    interestRepaid,
    outstandingPrincipal,
    outstandingInterest,
    overpaid,
    receivable: missing,
    deductions,
    effective,
    excess,
  };
}

/** Carries money into one instalment after another. Returns what finds no place. */
function pour(amount: number, left: { interest: number; principal: number }[]): number {
  let rest = amount;
  for (const installment of left) {
    while (rest > 0 && installment.interest > 0) {
      const taken = Math.min(rest, installment.interest);
      installment.interest = installment.interest - taken;
      rest = rest - taken;
    }
    while (rest > 0 && installment.principal > 0) {
      const taken = Math.min(rest, installment.principal);
      installment.principal = installment.principal - taken;
      rest = rest - taken;
    }
  }
  return rest;
}

function inOrder<LoanTransaction extends OracleDeduction>(facts: LoanTransaction[]): LoanTransaction[] {
  return [...facts].sort((one, other) => {
    if (one.at.getTime() !== other.at.getTime()) return one.at.getTime() - other.at.getTime();
    return one.reference < other.reference ? -1 : 1;
  });
}
