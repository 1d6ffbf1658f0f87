import { invalidField, notFound } from "@/lib/kernel/errors";
import { inNaira } from "@/lib/kernel/money";
import type { Reach } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { checkAt, readLedger } from "@/lib/loans/ledger/check";
import { agreedAt } from "@/lib/loans/ledger/loan-transactions";
import { decisionsOf, figuresOf, isCooledOff } from "@/lib/loans/ledger/recompute";
import { balancesIn, toBalances } from "@/lib/loans/ledger/serialize";
import type { LoanRecord } from "@/lib/loans/loans/load-loans";
import { loansById } from "@/lib/loans/loans/queries";
import { readCollectionByDay } from "@/lib/loans/loans/read-collection";
import type { ExplainedBalances } from "@/lib/terms/ledger/schema";
import { closureOf, type LoanStatus } from "@/lib/terms/loans/states";
import { explainEvents } from "./explain-events";
import type { ExplainAnswer, ExplainQuery } from "./explain-schema";

/** By the books and as known today (docs/repayments.md#explanation). */
export async function explainLoan(call: {
  reach: Reach;
  loanId: string;
  query: ExplainQuery;
  now: BusinessTime;
}): Promise<ExplainAnswer> {
  const { reach, loanId, query, now } = call;
  const asOf = query.asOf ?? now;
  const [loan] = await loansById(reach, [loanId]);
  if (!loan) throw notFound("loan");
  if (asOf > now) throw invalidField("asOf", "Must not be in the future");
  const ledger = await readLedger(loan.id);
  const { entries, verified } = checkAt(ledger, asOf);
  const facts = ledger.facts.filter(({ occurredAt }) => occurredAt <= asOf);
  const figures = figuresOf(agreedAt(ledger, asOf), facts, decisionsOf(ledger.agreed, ledger.facts));
  const balances = balancesIn(ledger.journals, asOf);
  const status = statusAt(loan, balances, asOf);
  const booked = ledger.journals.filter(({ recordedAt }) => recordedAt <= asOf);
  const cooledOff = isCooledOff(booked.map(({ type }) => type));
  return {
    loanId: loan.id,
    reference: loan.reference,
    asOf: asOf.toISOString(),
    status,
    closure: status && closureOf({ status, cooledOffAt: cooledOff ? asOf : null, cancelReason: loan.cancelReason }),
    balances: { ...balances, accounts: inNaira(entries) },
    withLateEvents: toBalances(figures),
    verified,
    collection: await readCollectionByDay(loan, asOf),
    ...explainEvents(ledger, { asOf, facts, figures }, query),
  };
}
explainLoan.errors = ["NOT_FOUND"] as const;

function statusAt(loan: LoanRecord, { totalDue, totalPaid }: ExplainedBalances, asOf: Date): LoanStatus | null {
  const since = (moment: Date | null) => moment !== null && moment <= asOf;
  if (!since(loan.approvedAt)) return null;
  if (since(loan.cancelledAt)) return "CANCELLED";
  if (totalDue === 0) return "APPROVED";
  if (since(loan.writtenOffAt)) return "WRITTEN_OFF";
  if (totalPaid === totalDue) return "REPAID";
  return since(loan.defaultedAt) ? "DEFAULTED" : "ACTIVE";
}
