import { fromKobo, inNaira, type Kobo, minus, negated, plus, totalOf } from "@/lib/kernel/money";
import type { Account } from "@/lib/terms/ledger/constants";
import type { ExplainedBalances } from "@/lib/terms/ledger/schema";
import * as ledger from "./balances";
import type { KeptJournal } from "./loan-transactions";

export function toBalances(figures: ledger.Figures): ExplainedBalances {
  return {
    totalDue: fromKobo(ledger.totalDue(figures)),
    totalPaid: fromKobo(ledger.totalPaid(figures)),
    outstanding: inNaira(ledger.outstanding(figures)),
    overpaid: fromKobo(ledger.overpaid(figures)),
    refundReceivable: fromKobo(ledger.refundReceivable(figures)),
    writtenOff: fromKobo(ledger.writtenOff(figures)),
    recovered: fromKobo(ledger.recovered(figures)),
  };
}

/** From the entries recorded by a moment: sums of entries alone, nothing recomputed. */
export function balancesIn(journals: readonly KeptJournal[], asOf: Date): ExplainedBalances {
  const recorded = journals.filter(({ recordedAt }) => recordedAt <= asOf);
  const principal = sum(recorded, "PRINCIPAL");
  const interest = sum(recorded, "INTEREST");
  const left = plus(principal, interest);
  const recovery = negated(sum(recorded, "RECOVERY"));
  const lost = minus(sum(recorded, "WRITE_OFF"), recovery);
  const undone = recorded.some(({ type }) => type === "NEVER_PAID_OUT");
  const lent = recorded.filter(({ type }) => type === "DISBURSEMENT" && !undone);
  const due = minus(sum(lent, "PRINCIPAL"), sum(recorded, "INTEREST_INCOME"));
  return {
    totalDue: fromKobo(due),
    totalPaid: fromKobo(minus(due, plus(left, lost))),
    outstanding: inNaira({ principal, interest, total: left }),
    overpaid: fromKobo(negated(sum(recorded, "OVERPAYMENT"))),
    refundReceivable: fromKobo(sum(recorded, "REFUND_RECEIVABLE")),
    writtenOff: fromKobo(lost),
    recovered: fromKobo(recovery),
  };
}

function sum(journals: readonly KeptJournal[], account: Account): Kobo {
  return totalOf(journals.flatMap(({ entries }) => entries.filter((entry) => entry.account === account)));
}
