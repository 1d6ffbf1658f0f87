import { type Kobo, negated, zero } from "@/lib/kernel/money";
import { type Portion, withoutInterest } from "@/lib/terms/ledger/allocation";
import type {
  Account,
  JournalType,
  MoneySource,
  RepaymentEffect,
  repaymentEventTypes,
} from "@/lib/terms/ledger/constants";
import type { LoanState } from "@/lib/terms/loans/states";
import type { PaymentSource } from "@/lib/terms/payments/states";
import type { Figures } from "./balances";
import type { Agreed, LoanTransaction } from "./recompute";

export type KeptReport = {
  id: string;
  eventId: string;
  type: (typeof repaymentEventTypes)[number];
  reference: string;
  originalReference: string | null;
  amount: Kobo;
  effect: RepaymentEffect;
  occurredAt: Date;
  recordedAt: Date;
};

/** A payment that the bank has confirmed, even if it took it back later. */
export type KeptPayment = {
  id: string;
  /** The bank's; without one, the payment's own id. */
  reference: string;
  source: PaymentSource;
  amount: Kobo;
  occurredAt: Date;
  recordedAt: Date;
};

export type KeptJournal = {
  id: string;
  number: number;
  type: JournalType;
  source: MoneySource | null;
  repaymentEventId: string | null;
  paymentId: string | null;
  /** The transfer to the merchant that went out or came back, where that is known. */
  payoutId?: string | null;
  occurredAt: Date;
  recordedAt: Date;
  entries: { account: Account; amount: Kobo }[];
};

/** All records of a loan, in the order they were recorded. */
export type Recorded = {
  reports: KeptReport[];
  payments: KeptPayment[];
  journals: KeptJournal[];
  facts: LoanTransaction[];
};

export type Ledger = Recorded & {
  agreed: Agreed;
  /** What a workout plan has replaced of it, oldest first, each with the number of the last journal before that. */
  replaced: readonly { journals: number; portions: readonly Portion[] }[];
  totals: Totals;
  status: LoanState;
  journalNumber: number;
};

/** What was agreed at a moment: money that was taken back before a plan had been split by the schedule before it. */
export function agreedAt(
  { agreed, replaced, journals }: Pick<Ledger, "agreed" | "replaced" | "journals">,
  asOf: Date,
): Agreed {
  const last = journals.filter(({ recordedAt }) => recordedAt <= asOf).length;
  const { portions } = replaced.find((one) => last <= one.journals) ?? agreed;
  return { ...agreed, portions };
}

/** `cooledOff`: the interest is waived. */
export type Totals = Pick<Figures, "disbursed" | "returned" | "received" | "held" | "receivedAtWriteOff"> & {
  cooledOff: boolean;
};

export function figuresByTotals({ agreed, totals }: Pick<Ledger, "agreed" | "totals">): Figures {
  const { cooledOff, ...rest } = totals;
  return { ...agreed, ...(cooledOff ? withoutInterest(agreed.portions) : {}), ...rest };
}

/**
 * A request takes its timestamp before it waits for the loan's lock, so what is booked later may have an earlier one.
 * Each record therefore counts from the latest timestamp up to its own, which keeps the books consistent at every
 * instant. `journals` are by number, `reports` by id; a payment counts from its journal.
 */
export function inRecordedOrder(
  journals: readonly KeptJournal[],
  reports: readonly KeptReport[],
  payments: readonly KeptPayment[] = [],
): Recorded {
  const recorded: Recorded = { reports: [], payments: [], journals: [], facts: [] };
  const waiting = new Map(reports.map((report) => [report.id, report]));
  let latest = 0;
  const moment = (at: Date) => {
    latest = Math.max(latest, at.getTime());
    return new Date(latest);
  };
  const take = (report: KeptReport | undefined) => {
    if (!report || !waiting.delete(report.id)) return;
    const kept = { ...report, recordedAt: moment(report.recordedAt) };
    recorded.reports.push(kept);
    const fact = reportedTransaction(kept);
    if (fact) recorded.facts.push(fact);
  };
  const unpaid = new Map(payments.map((payment) => [payment.id, payment]));
  const takePayment = (payment: KeptPayment | undefined) => {
    if (!payment || !unpaid.delete(payment.id)) return;
    const kept = { ...payment, recordedAt: moment(payment.recordedAt) };
    recorded.payments.push(kept);
    recorded.facts.push({ ...kept, kind: "PAYMENT" });
  };
  // A report booked on arrival takes its journal's place. The others had none then; a held reversal may have one since.
  const booked = new Set(
    journals
      .filter(({ repaymentEventId, recordedAt }) => at(waiting.get(repaymentEventId ?? "")) === recordedAt.getTime())
      .map(({ repaymentEventId }) => repaymentEventId),
  );
  const unbooked = reports.filter(({ id }) => !booked.has(id));
  let next = 0;
  const takeBefore = (id: string) => {
    for (let report = unbooked[next]; report && momentIn(report.id) < momentIn(id); report = unbooked[++next])
      take(report);
  };
  for (const journal of journals) {
    const { repaymentEventId } = journal;
    takeBefore(repaymentEventId ?? journal.id);
    const kept = { ...journal, recordedAt: moment(journal.recordedAt) };
    recorded.journals.push(kept);
    const fact = ownTransaction(kept);
    if (fact) recorded.facts.push(fact);
    take(repaymentEventId ? waiting.get(repaymentEventId) : undefined);
    takePayment(unpaid.get(kept.paymentId ?? ""));
  }
  for (const report of unbooked.slice(next)) take(report);
  for (const payment of payments) takePayment(payment);
  return recorded;
}

/** The sort key of any id: the moment it was generated. */
function momentIn(id: string): string {
  return id.slice(id.indexOf("_") + 1);
}

function at(report: KeptReport | undefined): number | undefined {
  return report?.recordedAt.getTime();
}

function ownTransaction(journal: KeptJournal): LoanTransaction | null {
  const { id, type, payoutId, paymentId, occurredAt, recordedAt, entries } = journal;
  const when = { id, occurredAt, recordedAt };
  const of = payoutId ? { payoutId } : {};
  switch (type) {
    case "DISBURSEMENT":
    case "WRITE_OFF":
    case "COOLING_OFF":
    case "COOLING_OFF_UNDONE":
    case "PAYOUT_REVERSED":
    case "PAID_AGAIN":
    case "NEVER_PAID_OUT":
      return { ...when, kind: type };
    case "REFUND":
      return { ...when, kind: type, ...of, amount: negated(cashIn(entries)) };
    case "REFUND_REVERSED":
      return { ...when, kind: type, ...of, amount: cashIn(entries) };
    case "DEBIT_REVERSED":
      return paymentId ? { ...when, kind: type, paymentId, amount: negated(cashIn(entries)) } : null;
    default:
      return null;
  }
}

function cashIn(entries: KeptJournal["entries"]): Kobo {
  return entries.find(({ account }) => account === "CASH")?.amount ?? zero;
}

function reportedTransaction(report: KeptReport): LoanTransaction | null {
  const { id, type, reference, originalReference, amount, effect, occurredAt, recordedAt } = report;
  if (effect === "NONE" || effect === "DUPLICATE") return null;
  const fact = { id, occurredAt, recordedAt, reference, amount };
  if (type === "repayment.deducted") return { ...fact, kind: "DEDUCTION", owed: effect === "APPLIED" };
  if (type === "repayment.reversed") return { ...fact, kind: "REVERSAL", originalReference: originalReference ?? "" };
  return null;
}
