import { type SQL, sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { Tenant } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import type { BusinessTime } from "@/lib/kernel/time";
import type { JournalType, MoneySource } from "@/lib/terms/ledger/constants";
import { type Book, entriesBetween, type Figures } from "./balances";

export type BookableTransaction = {
  tenant: Tenant;
  before: Book;
  change: Partial<Omit<Figures, "principal">>;
  type: JournalType;
  source?: MoneySource;
  repaymentEventId?: string;
  paymentId?: string;
  payoutId?: string;
  occurredAt: Date;
  now: BusinessTime;
};

export type PlannedJournal = {
  after: Book;
  journal: Record<string, unknown> | null;
  entries: Record<string, unknown>[];
};

/** A fact without a difference has no journal, but its totals are stored. */
export function planJournal(fact: BookableTransaction): PlannedJournal {
  const { tenant, before, change, type, source, repaymentEventId, paymentId, payoutId, occurredAt, now } = fact;
  const after = { ...before, ...change };
  const entries = entriesBetween(before, after);
  if (entries.length === 0) return { after, journal: null, entries: [] };
  after.journalNumber += 1;
  const id = newId("journal");
  const journal = {
    id,
    marketplace_id: tenant.marketplaceId,
    environment: tenant.environment,
    loan_id: before.loanId,
    number: after.journalNumber,
    type,
    source: source ?? null,
    repayment_event_id: repaymentEventId ?? null,
    payment_id: paymentId ?? null,
    payout_id: payoutId ?? null,
    occurred_at: occurredAt,
    recorded_at: now,
  };
  return { after, journal, entries: entries.map((entry) => ({ journal_id: id, ...entry })) };
}

/** Writes planned journals in their order, then the loans' totals, in one statement. The loans must be locked. */
export async function bookPlanned(planned: readonly PlannedJournal[]): Promise<void> {
  await db().execute(sql`with ${bookingTables(planned, sql`true`)} select`);
}

/** In their order, then the loans' totals. The loans must be locked. Nothing is written unless `met` holds. */
export function bookingTables(planned: readonly PlannedJournal[], met: SQL): SQL {
  const totals = new Map(planned.map(({ after }) => [after.loanId, totalsOf(after)]));
  const journals = JSON.stringify(planned.flatMap(({ journal }) => journal ?? []));
  const entries = JSON.stringify(planned.flatMap((one) => one.entries));
  return sql`
    booked as (
      insert into journals (id, marketplace_id, environment, loan_id, number, type, source, repayment_event_id,
        payment_id, payout_id, occurred_at, recorded_at)
      select * from json_to_recordset(${journals}::json) j(id text, marketplace_id text, environment text, loan_id text,
        number int, type text, source text, repayment_event_id text, payment_id text, payout_id text,
        occurred_at timestamptz, recorded_at timestamptz)
      where ${met}
      returning id
    ),
    entered as (
      insert into ledger_entries (journal_id, account, amount)
      select e.journal_id, e.account, e.amount
      from json_to_recordset(${entries}::json) e(journal_id text, account text, amount bigint)
      join booked on booked.id = e.journal_id
    ),
    totalled as (
      update loans l set received = t.received, held = t.held, received_at_write_off = t.received_at_write_off,
        journal_number = t.journal_number
      from json_to_recordset(${JSON.stringify([...totals.values()])}::json) t(id text, received bigint, held bigint,
        received_at_write_off bigint, journal_number int)
      where l.id = t.id and ${met}
    )`;
}

export async function bookJournal(fact: BookableTransaction): Promise<Book> {
  const planned = planJournal(fact);
  await bookPlanned([planned]);
  return planned.after;
}

function totalsOf({ loanId, received, held, receivedAtWriteOff, journalNumber }: Book) {
  return { id: loanId, received, held, received_at_write_off: receivedAtWriteOff, journal_number: journalNumber };
}
