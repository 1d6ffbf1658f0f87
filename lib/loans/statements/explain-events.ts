import { invalidField } from "@/lib/kernel/errors";
import { fromKobo, greatest, type Kobo, minus, sumOf, zero } from "@/lib/kernel/money";
import type { Figures } from "@/lib/loans/ledger/balances";
import type { KeptJournal, KeptPayment, KeptReport, Ledger } from "@/lib/loans/ledger/loan-transactions";
import {
  allocate,
  incomeOf,
  type LoanTransaction,
  type NetDeduction,
  netDeductions,
} from "@/lib/loans/ledger/recompute";
import { splitPaid } from "@/lib/terms/ledger/allocation";
import type { RepaymentEffect } from "@/lib/terms/ledger/constants";
import type { ExplainAnswer, ExplainedEvent, ExplainedType, ExplainQuery } from "./explain-schema";

export type Happened = { asOf: Date; facts: readonly LoanTransaction[]; figures: Figures };

type Line = {
  id: string;
  occurredAt: Date;
  recordedAt: Date;
  report?: KeptReport;
  payment?: KeptPayment;
  journal?: KeptJournal;
};

export function explainEvents(
  ledger: Ledger,
  happened: Happened,
  { limit, startingAfter }: Pick<ExplainQuery, "limit" | "startingAfter">,
): Pick<ExplainAnswer, "events" | "hasMore"> {
  const { asOf, facts, figures } = happened;
  const all = linesOf(ledger);
  const lines = all.filter(({ occurredAt, recordedAt }) => occurredAt <= asOf || recordedAt <= asOf);
  const first = startingAfter ? lines.findIndex(({ id }) => id === startingAfter) + 1 : 0;
  if (startingAfter && first === 0) throw invalidField("startingAfter", "Must be the id of an event of this answer");
  const settled = netDeductions(facts);
  const income = incomeOf(facts);
  const context: Context = {
    happened,
    late: overtaken(all),
    byDeduction: new Map(settled.map((entry) => [entry.deduction.id, entry])),
    settledBy: new Map(settled.flatMap((entry) => entry.reversals.map(({ id }) => [id, entry]))),
    references: new Set(settled.map(({ deduction }) => deduction.reference)),
    left: new Map(
      [...settled.map(({ deduction, net }) => ({ id: deduction.id, net })), ...income].map(({ id, net }) => [id, net]),
    ),
    paid: allocate(figures, income),
    journalsOf: journalsByLine(ledger),
  };
  const events = lines.slice(first, first + limit).map((line) => explain(line, context));
  return { events, hasMore: lines.length > first + limit };
}

type Context = {
  happened: Happened;
  late: ReadonlySet<string>;
  /** Deductions with their effective reversals, by the deduction's id. */
  byDeduction: ReadonlyMap<string, NetDeduction>;
  /** The same, by the id of each effective reversal. */
  settledBy: ReadonlyMap<string, NetDeduction>;
  /** What is left of each deduction, and what each payment brought. */
  left: ReadonlyMap<string, Kobo>;
  references: ReadonlySet<string>;
  paid: ReadonlyMap<string, { from: Kobo; to: Kobo }>;
  journalsOf: ReadonlyMap<string, KeptJournal[]>;
};

function linesOf({ reports, payments, journals }: Ledger): Line[] {
  const lines: Line[] = [
    ...journals.filter((journal) => lineOf(journal) === journal.id).map((journal) => ({ ...whenOf(journal), journal })),
    ...reports.map((report) => ({ ...whenOf(report), report })),
    ...payments.map((payment) => ({ ...whenOf(payment), payment })),
  ];
  return lines.sort(
    (one, other) =>
      one.occurredAt.getTime() - other.occurredAt.getTime() || one.recordedAt.getTime() - other.recordedAt.getTime(),
  );
}

/** The id of the line that a journal belongs to: its report's or its payment's, or its own. */
function lineOf({ id, type, repaymentEventId, paymentId }: KeptJournal): string {
  if (type === "DEBIT_REVERSED") return id;
  return repaymentEventId ?? paymentId ?? id;
}

function journalsByLine({ journals }: Ledger): Map<string, KeptJournal[]> {
  const byLine = new Map<string, KeptJournal[]>();
  for (const journal of journals) {
    const id = lineOf(journal);
    const others = byLine.get(id);
    if (others) others.push(journal);
    else byLine.set(id, [journal]);
  }
  return byLine;
}

function whenOf({ id, occurredAt, recordedAt }: KeptReport | KeptPayment | KeptJournal) {
  return { id, occurredAt, recordedAt };
}

/** Events recorded after something that happened later. */
function overtaken(lines: readonly Line[]): Set<string> {
  const late = new Set<string>();
  // When the first of the later events, and of those at the same moment, was recorded.
  let later = Number.POSITIVE_INFINITY;
  let same = Number.POSITIVE_INFINITY;
  let moment = Number.POSITIVE_INFINITY;
  for (const { id, occurredAt, recordedAt, report } of lines.toReversed()) {
    if (occurredAt.getTime() !== moment) {
      later = Math.min(later, same);
      same = Number.POSITIVE_INFINITY;
      moment = occurredAt.getTime();
    }
    if (later < recordedAt.getTime() && report?.effect !== "DUPLICATE") late.add(id);
    same = Math.min(same, recordedAt.getTime());
  }
  return late;
}

function explain(line: Line, context: Context): ExplainedEvent {
  const { id, occurredAt, recordedAt, report, payment, journal } = line;
  const { happened, byDeduction, late } = context;
  const journals = context.journalsOf.get(id) ?? [];
  const reversals = byDeduction.get(id)?.reversals ?? [];
  return {
    id,
    type: typeOf(line),
    source: journals[0]?.source ?? null,
    eventId: report?.eventId ?? null,
    serviceReference: report ? id : null,
    reference: (report ?? payment)?.reference ?? null,
    originalReference: report?.originalReference ?? null,
    amount: fromKobo((report ?? payment)?.amount ?? sizeOf(journal)),
    occurredAt: occurredAt.toISOString(),
    recordedAt: recordedAt.toISOString(),
    booked: recordedAt <= happened.asOf,
    late: late.has(id),
    effect: report ? effectOf(report, context) : "APPLIED",
    allocation: allocationOf(id, context),
    reversedBy: reversals.map(({ reference, amount, occurredAt: at }) => ({
      reference,
      amount: fromKobo(amount),
      occurredAt: at.toISOString(),
    })),
    journals: journals
      .filter((booked) => booked.recordedAt <= happened.asOf)
      .map(({ number, type, source, recordedAt: at, entries }) => ({
        number,
        type,
        source,
        recordedAt: at.toISOString(),
        entries: entries.map(({ account, amount }) => ({ account, amount: fromKobo(amount) })),
      })),
  };
}

const reportTypes = {
  "repayment.deducted": "DEDUCTION",
  "repayment.reversed": "REVERSAL",
  "repayment.failed": "FAILED_DEDUCTION",
} as const satisfies Record<KeptReport["type"], ExplainedType>;

function typeOf({ report, journal }: Line): ExplainedType {
  return report ? reportTypes[report.type] : (journal?.type ?? "PAYMENT");
}

/** The amount a journal moves: the sum of its debits. */
function sizeOf(journal: KeptJournal | undefined): Kobo {
  return sumOf((journal?.entries ?? []).map(({ amount }) => greatest(zero, amount)));
}

function effectOf(report: KeptReport, { settledBy, references }: Context): RepaymentEffect {
  if (report.type !== "repayment.reversed" || report.effect === "DUPLICATE") return report.effect;
  const counted = settledBy.get(report.id);
  if (counted) return counted.deduction.owed ? "APPLIED" : "LIABILITY";
  return references.has(report.originalReference ?? "") ? "EXCESS" : "HELD";
}

function allocationOf(id: string, { happened, left, paid }: Context): ExplainedEvent["allocation"] {
  const net = left.get(id);
  if (net === undefined) return null;
  const { from, to } = paid.get(id) ?? { from: zero, to: zero };
  const before = splitPaid(from, happened.figures.portions);
  const after = splitPaid(to, happened.figures.portions);
  return {
    interest: fromKobo(minus(after.interest, before.interest)),
    principal: fromKobo(minus(after.principal, before.principal)),
    excess: fromKobo(minus(net, minus(to, from))),
  };
}
