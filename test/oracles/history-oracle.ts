import { type OracleBalances, type OracleDeduction, type OracleLoan, type OracleReversal, oracle } from "./loan-oracle";

/** Something that became known of a disbursed loan's money, in kobo. */
export type HistoryFact =
  | ({ kind: "DEDUCTION" } & OracleDeduction)
  | ({ kind: "REVERSAL" } & OracleReversal)
  | { kind: "PAYMENT"; id: string; amount: number }
  /** By the bank, all of it. */
  | { kind: "PAYMENT_TAKEN_BACK"; of: string }
  | { kind: "REFUND"; amount: number }
  | { kind: "COOLING_OFF" | "COOLING_OFF_UNDONE" }
  | { kind: "WRITE_OFF" };

/**
 * What each account must hold after a history, without a line of the ledger's own code: what was known before a
 * write-off is carried into the instalments, and what came later into the loss, by hand.
 * @param history in the order in which it became known
 */
export function accountsByHand(loan: OracleLoan, history: readonly HistoryFact[]): Record<string, number> {
  const waived = history.findLast(({ kind }) => kind === "COOLING_OFF" || kind === "COOLING_OFF_UNDONE");
  const debt = waived?.kind === "COOLING_OFF" ? interestFree(loan) : loan;
  const cut = history.findIndex(({ kind }) => kind === "WRITE_OFF");
  const early = cut === -1 ? history : history.slice(0, cut);
  const old = oracle(debt, factsOf(early, history));
  const accounts = {
    CASH: old.paid + old.overpaid - old.receivable - debt.principal,
    PRINCIPAL: old.outstandingPrincipal,
    INTEREST: old.outstandingInterest,
    INTEREST_INCOME: 0 - debt.interest,
    OVERPAYMENT: 0 - old.overpaid,
    REFUND_RECEIVABLE: old.receivable,
    WRITE_OFF: 0,
    RECOVERY: 0,
    UNDELIVERED: 0,
  };
  if (cut === -1) return accounts;
  const loss = carryIntoLoss(old, factsOf(history.slice(cut), history));
  return {
    ...accounts,
    CASH: accounts.CASH + loss.cash,
    ...{ PRINCIPAL: 0, INTEREST: 0, OVERPAYMENT: 0 - loss.excess, REFUND_RECEIVABLE: loss.receivable },
    ...{ WRITE_OFF: loss.lost, RECOVERY: 0 - loss.recovered },
  };
}

/** Where money goes that comes, and is given back, after a write-off. */
function carryIntoLoss(old: OracleBalances, late: ReturnType<typeof factsOf>) {
  let lost = old.outstandingPrincipal + old.outstandingInterest;
  let receivable = old.receivable;
  let excess = old.overpaid;
  let recovered = 0;
  let cash = 0;
  const nothingOwed = { principal: 0, interest: 0, installments: [] };
  const came = oracle(nothingOwed, { ...late, refunds: [] }).overpaid;
  cash = cash + came;
  let rest = came;
  const repaid = Math.min(rest, receivable);
  receivable = receivable - repaid;
  rest = rest - repaid;
  const made = Math.min(rest, lost);
  recovered = recovered + made;
  excess = excess + rest - made;
  for (const refund of late.refunds) {
    cash = cash - refund;
    let missing = refund;
    const fromExcess = Math.min(missing, excess);
    excess = excess - fromExcess;
    missing = missing - fromExcess;
    const fromRecovered = Math.min(missing, recovered);
    recovered = recovered - fromRecovered;
    missing = missing - fromRecovered;
    // Beyond that it comes out of what the loan had been repaid, which is lost too.
    const fromRepaid = Math.min(missing, old.paid);
    lost = lost + fromRepaid;
    receivable = receivable + missing - fromRepaid;
  }
  return { lost, receivable, excess, recovered, cash };
}

/** Some of the facts, with all that was reversed of them, whenever that became known. */
function factsOf(some: readonly HistoryFact[], all: readonly HistoryFact[]) {
  const deductions = some.filter((fact) => fact.kind === "DEDUCTION");
  const references = deductions.map(({ reference }) => reference);
  const taken = all.flatMap((fact) => (fact.kind === "PAYMENT_TAKEN_BACK" ? [fact.of] : []));
  return {
    deductions,
    reversals: all.filter((fact) => fact.kind === "REVERSAL").filter(({ of }) => references.includes(of)),
    payments: some.flatMap((fact) => (fact.kind === "PAYMENT" && !taken.includes(fact.id) ? [fact.amount] : [])),
    refunds: some.filter((fact) => fact.kind === "REFUND").map(({ amount }) => amount),
  };
}

function interestFree({ principal, installments }: OracleLoan): OracleLoan {
  const bare = installments.map(({ amount, interest }) => ({ amount: amount - interest, interest: 0 }));
  return { principal, interest: 0, installments: bare };
}
