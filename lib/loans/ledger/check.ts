import { z } from "zod";
import { jsonTimestamp, koboValue, rowsOf } from "@/db/rows";
import { plus, zero } from "@/lib/kernel/money";
import {
  type Account,
  accounts,
  journalTypes,
  moneySources,
  repaymentEffects,
  repaymentEventTypes,
} from "@/lib/terms/ledger/constants";
import { loanStates } from "@/lib/terms/loans/states";
import { paymentSources } from "@/lib/terms/payments/states";
import { type Balances, balancesOf } from "./balances";
import { agreedAt, figuresByTotals, inRecordedOrder, type Ledger } from "./loan-transactions";
import { recompute } from "./recompute";

/** The latest moment that a date can be. */
const endOfTime = new Date(8.64e15);

const moments = { occurredAt: jsonTimestamp, recordedAt: jsonTimestamp };

const portion = z.object({ amount: koboValue, interest: koboValue });

const ledgerRow = z.strictObject({
  principal: koboValue,
  interest: koboValue,
  disbursed: z.boolean(),
  returned: z.boolean(),
  received: koboValue,
  held: koboValue,
  receivedAtWriteOff: koboValue.nullable(),
  cooledOff: z.boolean(),
  status: z.enum(loanStates),
  journalNumber: z.int(),
  portions: z.array(portion),
  replaced: z.array(z.strictObject({ journals: z.int(), portions: z.array(portion) })),
  reports: z.array(
    z.strictObject({
      id: z.string(),
      eventId: z.string(),
      type: z.enum(repaymentEventTypes),
      reference: z.string(),
      originalReference: z.string().nullable(),
      amount: koboValue,
      effect: z.enum(repaymentEffects),
      ...moments,
    }),
  ),
  payments: z.array(
    z.strictObject({
      id: z.string(),
      reference: z.string(),
      source: z.enum(paymentSources),
      amount: koboValue,
      ...moments,
    }),
  ),
  journals: z.array(
    z.strictObject({
      id: z.string(),
      number: z.int(),
      type: z.enum(journalTypes),
      source: z.enum(moneySources).nullable(),
      repaymentEventId: z.string().nullable(),
      paymentId: z.string().nullable(),
      payoutId: z.string().nullable(),
      entries: z.array(z.strictObject({ account: z.enum(accounts), amount: koboValue })),
      ...moments,
    }),
  ),
});

/** In one statement, so that it is consistent while money comes in. The cost grows with the number of facts. */
export async function readLedger(loanId: string): Promise<Ledger> {
  const [row] = await rowsOf(ledgerRow)`
    select l.principal::float8 as principal, l.interest::float8 as interest, l.disbursed_at is not null and l.status <> 'CANCELLED' as disbursed,
      l.returned_at is not null as returned,
      l.received::float8 as received, l.held::float8 as held, l.received_at_write_off::float8 as "receivedAtWriteOff",
      l.cooled_off_at is not null as "cooledOff",
      l.status, l.journal_number as "journalNumber",
      coalesce((select json_agg(json_build_object('amount', i.amount, 'interest', i.interest) order by i.number)
        from loan_installments i where i.loan_id = l.id), '[]'::json) as portions,
      coalesce((select json_agg(json_build_object('journals', c.replaced -> 'journals', 'portions', c.replaced -> 'installments')
          order by c.id) from loan_changes c where c.loan_id = l.id and c.replaced is not null), '[]'::json) as replaced,
      coalesce((select json_agg(json_build_object('id', r.id, 'eventId', r.event_id, 'type', r.type,
          'reference', r.reference, 'originalReference', r.original_reference, 'amount', r.amount, 'effect', r.effect,
          'occurredAt', r.occurred_at, 'recordedAt', r.received_at) order by r.id)
        from repayment_events r where r.loan_id = l.id), '[]'::json) as reports,
      coalesce((select json_agg(json_build_object('id', p.id, 'reference', coalesce(p.provider_reference, p.id),
          'source', p.source, 'amount', p.amount, 'occurredAt', coalesce(p.finished_at, p.ordered_at),
          'recordedAt', coalesce(p.finished_at, p.ordered_at)) order by p.id)
        from payments p where p.loan_id = l.id and p.status in ('CONFIRMED', 'REVERSED') and p.amount > 0), '[]'::json) as payments,
      coalesce((select json_agg(json_build_object('id', j.id, 'number', j.number, 'type', j.type, 'source', j.source,
          'repaymentEventId', j.repayment_event_id, 'paymentId', j.payment_id, 'payoutId', j.payout_id, 'occurredAt', j.occurred_at,
          'recordedAt', j.recorded_at, 'entries', (select json_agg(json_build_object('account', e.account, 'amount', e.amount) order by e.account)
            from ledger_entries e where e.journal_id = j.id)) order by j.number)
        from journals j where j.loan_id = l.id), '[]'::json) as journals
    from loans l where l.id = ${loanId}`;
  if (!row) throw new Error(`There is no loan ${loanId}.`);
  const { principal, interest, portions, disbursed, returned, received, held, receivedAtWriteOff, cooledOff } = row;
  const { replaced, journals, reports, payments, status, journalNumber } = row;
  const recorded = inRecordedOrder(journals.map(withDates), reports.map(withDates), payments.map(withDates));
  const totals = { disbursed, returned, received, held, receivedAtWriteOff, cooledOff };
  return { ...recorded, agreed: { principal, interest, portions }, replaced, totals, status, journalNumber };
}

/** Any difference is an error. Totals are current: for a moment in the past, the facts stand in. */
export type Check = { entries: Balances; facts: Balances; totals: Balances; verified: boolean };

/** After the last fact, compares the running totals as well. */
export function checkAt(ledger: Ledger, asOf: Date = endOfTime): Check {
  const { journals, facts } = ledger;
  const entries = Object.fromEntries(accounts.map((account) => [account, zero])) as Balances;
  for (const journal of journals) {
    if (journal.recordedAt > asOf) continue;
    for (const { account, amount } of journal.entries) entries[account] = plus(entries[account], amount);
  }
  const known = facts.filter(({ recordedAt }) => recordedAt <= asOf);
  const byFacts = balancesOf(recompute(agreedAt(ledger, asOf), known));
  const isAll = [...journals, ...facts].every(({ recordedAt }) => recordedAt <= asOf);
  const byTotals = isAll ? balancesOf(figuresByTotals(ledger)) : byFacts;
  const agrees = (account: Account) => entries[account] === byFacts[account] && byFacts[account] === byTotals[account];
  return { entries, facts: byFacts, totals: byTotals, verified: accounts.every(agrees) };
}

export async function checkLoan(loanId: string, asOf: Date): Promise<Check> {
  return checkAt(await readLedger(loanId), asOf);
}

function withDates<Kept extends { occurredAt: string; recordedAt: string }>(stored: Kept) {
  return { ...stored, occurredAt: new Date(stored.occurredAt), recordedAt: new Date(stored.recordedAt) };
}
