import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { one } from "@/db/client";
import { isBooked } from "@/db/deductions";
import { bigint, jsonTimestamp, koboValue, rowsOf } from "@/db/rows";
import type { settlements } from "@/db/schema/settlements";
import { type Kobo, kobo } from "@/lib/kernel/money";
import { type Neighbour, type ReportedDeduction, type SettlementFacts, subjectOf } from "./compare-settlement";

type Row = typeof settlements.$inferSelect;

const storedNeighbour = z.strictObject({ reference: z.string(), transferredAt: jsonTimestamp.nullable() }).nullable();

const storedDeduction = z.strictObject({
  id: z.string(),
  reference: z.string(),
  merchantId: z.string(),
  amount: koboValue,
  booked: koboValue,
  takenBack: koboValue,
  takenBackInPeriod: koboValue,
  receivedAt: jsonTimestamp,
  settlementId: z.string().nullable(),
  namedBy: storedNeighbour,
  missedBy: storedNeighbour,
});
type StoredDeduction = z.input<typeof storedDeduction>;

const reportsRow = z.strictObject({ reports: z.array(storedDeduction).nullable() });
const askedRow = z.strictObject({ asked: koboValue.nullable() });
const sumRow = z.strictObject({ amount: bigint });

export async function factsOf(settlement: Row): Promise<SettlementFacts> {
  const [reports, reversedInPeriod] = [await reportsOf(settlement), await reversedInPeriodOf(settlement)];
  const own = reports.filter(({ merchantId }) => merchantId === settlement.merchantId);
  const ownReferences = new Set(own.map(({ reference }) => reference));
  return {
    settlement,
    deductions: own.map(toDeduction),
    ofOthers: reports.filter(
      ({ merchantId, reference }) => merchantId !== settlement.merchantId && !ownReferences.has(reference),
    ),
    reversedInPeriod,
    asked: await askedOf(settlement),
  };
}

const missingOf = ({ id }: Row) => sql`b.settlement_id = ${id} and b.type = 'MISSING'
  and b.subject = ${subjectOf(id, "deductions")}`;

async function askedOf(settlement: Row): Promise<Kobo | null> {
  const [last] = await rowsOf(askedRow)`
    select (case when b.status <> 'RESOLVED' or b.resolution = 'ARRIVED' then b.expected
      when b.resolution <> 'LOWERED' then b.actual end)::float8 as asked
    from breaks b where ${missingOf(settlement)} order by b.id desc limit 1`;
  return last?.asked ?? null;
}

/** The deductions the settlement names, of any merchant, and the merchant's own in its period. */
async function reportsOf(settlement: Row): Promise<StoredDeduction[]> {
  const { id, marketplaceId, environment, merchantId, deductionReferences } = settlement;
  const names = deductionReferences ?? [];
  const neighbour = (name: SQL) =>
    sql`json_build_object('reference', ${name}.reference, 'transferredAt', ${name}.transferred_at)`;
  const row = await rowsOf(reportsRow)`
    with report as materialized (
      select * from repayment_events r
      where r.marketplace_id = ${marketplaceId} and r.environment = ${environment}
        and r.type = 'repayment.deducted' and ${isBooked(sql`r.effect`)}
        and (r.reference = any(${sql.param(names)}::text[])
          or r.merchant_id = ${merchantId} and ${withinPeriod(settlement, sql`r.occurred_at`)})
    ),
    named as materialized (
      select distinct on (name) name, o.reference, o.transferred_at
      from settlements o cross join unnest(o.deduction_references) name
      where o.merchant_id = ${merchantId} and o.id <> ${id}
      order by name, o.transferred_at, o.reference
    ),
    asked as materialized (
      select b.detected_at as since, coalesce(b.resolved_at, 'infinity') as until from breaks b where ${missingOf(settlement)}
    ),
    taken_back as materialized (
      select r.id, sum(v.amount)::bigint as amount,
        coalesce(sum(v.amount) filter (where ${withinPeriod(settlement, sql`v.occurred_at`)}), 0)::bigint as in_period
      from report r join repayment_events v
        on v.loan_id = r.loan_id and v.original_reference = r.reference and ${isBooked(sql`v.effect`)}
      where exists (select from asked where r.received_at between asked.since and asked.until)
      group by r.id
    ),
    booked as materialized (
      select j.repayment_event_id, sum(e.amount)::bigint as amount
      from journals j join ledger_entries e on e.journal_id = j.id
      where e.account = 'CASH' and j.loan_id in (select loan_id from report)
        and j.repayment_event_id in (select report.id from report)
      group by j.repayment_event_id
    )
    select json_agg(json_build_object('id', r.id, 'reference', r.reference, 'merchantId', r.merchant_id,
      'amount', r.amount, 'booked', coalesce(booked.amount, 0),
      'takenBack', coalesce(taken_back.amount, 0), 'takenBackInPeriod', coalesce(taken_back.in_period, 0),
      'receivedAt', r.received_at,
      'settlementId', r.settlement_id,
      'namedBy', case when named.name is not null then ${neighbour(sql`named`)} end,
      'missedBy', (
        select ${neighbour(sql`m`)} from settlements m
        where m.merchant_id = r.merchant_id and m.id <> ${id} and m.period_start <= r.occurred_at
          and m.period_end > r.occurred_at and m.transferred_at < r.received_at
        order by m.transferred_at limit 1)
      ) order by r.occurred_at, r.id) as reports
    from report r
    left join named on named.name = r.reference and r.merchant_id = ${merchantId}
    left join taken_back on taken_back.id = r.id
    left join booked on booked.repayment_event_id = r.id`.then(one);
  return row.reports ?? [];
}

/** The total of the merchant's reversals in the settlement's period. */
async function reversedInPeriodOf(settlement: Row): Promise<Kobo> {
  const row = await rowsOf(sumRow)`
    select coalesce(sum(amount), 0) as amount from repayment_events
    where merchant_id = ${settlement.merchantId} and type = 'repayment.reversed'
      and (${isBooked(sql`effect`)} or effect = 'HELD') and ${withinPeriod(settlement, sql`occurred_at`)}`.then(one);
  return kobo(Number(row.amount));
}

function withinPeriod({ periodStart, periodEnd }: Row, moment: SQL): SQL {
  if (!periodStart || !periodEnd) return sql`false`;
  return sql`${moment} >= ${periodStart.toISOString()} and ${moment} < ${periodEnd.toISOString()}`;
}

function toDeduction(stored: StoredDeduction): ReportedDeduction {
  return {
    ...stored,
    receivedAt: new Date(stored.receivedAt),
    namedBy: toNeighbour(stored.namedBy),
    missedBy: toNeighbour(stored.missedBy),
  };
}

function toNeighbour(stored: z.input<typeof storedNeighbour>): Neighbour | null {
  return stored && { ...stored, transferredAt: stored.transferredAt === null ? null : new Date(stored.transferredAt) };
}
