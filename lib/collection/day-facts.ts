import { sql } from "drizzle-orm";
import { z } from "zod";
import { isBooked, reversedOf } from "@/db/deductions";
import { dayOf, startOf } from "@/db/mark-collection";
import { koboValue, rowsOf, timestamp } from "@/db/rows";
import { dateOf } from "@/lib/calendar";
import { type Deduction, decisiveMention, type Mention, type Sale } from "./sales";

type Watched = { loanId: string; merchantId: string };

/** The facts of one day: the merchant's sales, and the loan's deductions made that day without a sale behind them. */
export type DayFacts = { sales: Sale[]; unsourced: Deduction[] };

const dayRow = z.strictObject({ day: z.string() });
const factRow = z.strictObject({
  kind: z.enum(["EVENT", "SOURCE", "OTHER", "NONE"]),
  key: z.string(),
  amount: koboValue,
  at: timestamp.nullable(),
  toldAt: timestamp,
  loanId: z.string().nullable(),
  reference: z.string().nullable(),
  net: koboValue,
  madeAt: timestamp.nullable(),
});
type FactRow = z.input<typeof factRow>;

const within = (moment: ReturnType<typeof sql>, day: ReturnType<typeof sql>) =>
  sql`${moment} >= ${startOf(day)} and ${moment} < ${startOf(sql`(${day} + 1)`)}`;

/** The orders told of on some days, as common tables of a statement. */
const ordersOf = ({ merchantId }: Watched, days: readonly string[]) => sql`
  days(day) as (select unnest(${sql.param([...days])}::text[]::date[])),
  orders as (
    select s.order_id from days join sales_events s
      on s.merchant_id = ${merchantId} and ${within(sql`s.occurred_at`, sql`days.day`)}
    union
    select r.order_id from days join repayment_events r
      on r.merchant_id = ${merchantId} and r.order_id is not null and ${within(sql`r.source_at`, sql`days.day`)}
  )`;

/** Whether a sale of the merchant was told of on a day or within the window before it. */
const soldBefore = (merchantId: string, day: ReturnType<typeof sql>, windowDays: number) => {
  const inWindow = (moment: ReturnType<typeof sql>) =>
    sql`${moment} >= ${startOf(sql`(${day} - ${windowDays}::int)`)} and ${moment} < ${startOf(sql`(${day} + 1)`)}`;
  return sql`(
    exists (select from sales_events s where s.merchant_id = ${merchantId} and ${inWindow(sql`s.occurred_at`)})
    or exists (select from repayment_events o
      where o.merchant_id = ${merchantId} and o.order_id is not null and ${inWindow(sql`o.source_at`)}))`;
};

/**
 * These days and those that change with them: days on which their orders were told of at another time, and days of
 * deductions from something other than a sale, which is itself the sale where there is none before it.
 */
export async function concernedDays(watched: Watched, days: readonly string[], windowDays: number): Promise<string[]> {
  const { merchantId } = watched;
  const rows = await rowsOf(dayRow)`
    with ${ordersOf(watched, days)}
    select day::text from days
    union select ${dayOf(sql`s.occurred_at`)}::text from sales_events s
      where s.merchant_id = ${merchantId} and s.order_id in (select order_id from orders)
    union select ${dayOf(sql`r.source_at`)}::text from repayment_events r
      where r.merchant_id = ${merchantId} and r.order_id in (select order_id from orders)
    union select ${dayOf(sql`moment`)}::text
      from days join repayment_events near on near.merchant_id = ${merchantId} and near.other_source is not null
          and near.source_at >= ${startOf(sql`days.day`)}
          and near.source_at < ${startOf(sql`(days.day + ${windowDays}::int + 1)`)}
        join repayment_events r on r.merchant_id = near.merchant_id and r.other_source = near.other_source
        cross join unnest(array[r.source_at, r.occurred_at]) moment`;
  return rows.map(({ day }) => day);
}

/** The facts of some days, in one statement, so that no report is seen in part. */
export async function factsOf(
  watched: Watched,
  days: readonly string[],
  windowDays: number,
): Promise<{ byDay: Map<string, DayFacts>; read: number }> {
  const { loanId, merchantId } = watched;
  const net = sql`case when d.effect = 'APPLIED' or d.loan_id <> ${loanId} and ${isBooked(sql`d.effect`)}
    then d.amount - ${reversedOf(sql`d`)} else 0 end::float8`;
  const rows = await rowsOf(factRow)`
    with ${ordersOf(watched, days)}
    select 'EVENT' as kind, s.order_id as key, s.amount::float8 as amount, s.occurred_at as at,
      s.received_at as "toldAt", null as "loanId", null as reference, 0::float8 as net, null::timestamptz as "madeAt"
    from sales_events s
    where s.merchant_id = ${merchantId} and s.order_id in (select order_id from orders)
    union all
    select 'SOURCE', d.order_id, d.source_amount::float8, d.source_at, d.received_at, d.loan_id, d.reference, ${net}, d.occurred_at
    from repayment_events d
    where d.merchant_id = ${merchantId} and d.order_id in (select order_id from orders)
      and d.type = 'repayment.deducted'
    union all
    select case when d.other_source is null or ${soldBefore(merchantId, dayOf(sql`d.source_at`), windowDays)}
        then 'NONE' else 'OTHER' end,
      coalesce(d.other_source, ''), coalesce(d.source_amount, 0)::float8, d.source_at, d.received_at, d.loan_id, d.reference,
      ${net}, d.occurred_at
    from repayment_events d
    where d.type = 'repayment.deducted' and d.id in (
      select r.id from days join repayment_events r
        on r.merchant_id = ${merchantId} and r.order_id is null and r.type = 'repayment.deducted'
          and ${within(sql`r.occurred_at`, sql`days.day`)}
      union
      select r.id from days join repayment_events on_day
          on on_day.merchant_id = ${merchantId} and on_day.other_source is not null
            and ${within(sql`on_day.source_at`, sql`days.day`)}
        join repayment_events r on r.merchant_id = on_day.merchant_id and r.other_source = on_day.other_source)`;
  const byDay = new Map(days.map((day): [string, DayFacts] => [day, { sales: [], unsourced: [] }]));
  for (const sale of salesIn(rows)) byDay.get(dateOf(sale.at))?.sales.push(sale);
  for (const row of rows) {
    if (row.kind !== "NONE" || row.loanId !== loanId) continue;
    const deduction = deductionIn(row);
    if (deduction) byDay.get(dateOf(deduction.at))?.unsourced.push(deduction);
  }
  return { byDay, read: rows.length };
}

/** Those of the days on which nothing was sold, nor within the window before them. */
export async function daysWithoutSales(
  merchantId: string,
  days: readonly string[],
  windowDays: number,
): Promise<Set<string>> {
  if (days.length === 0) return new Set();
  const other = sql`exists (select from repayment_events o where o.merchant_id = ${merchantId}
    and o.other_source is not null and o.source_at >= ${startOf(sql`(days.day - ${windowDays}::int)`)}
    and o.source_at < ${startOf(sql`(days.day + 1)`)})`;
  const rows = await rowsOf(dayRow)`
    with days(day) as (select unnest(${sql.param([...days])}::text[]::date[]))
    select day::text from days
    where not ${soldBefore(merchantId, sql`days.day`, windowDays)} and not ${other}`;
  return new Set(rows.map(({ day }) => day));
}

function salesIn(rows: readonly FactRow[]): Sale[] {
  const told = new Map<string, { orderId: string; toldAt: Date; mentions: Mention[]; deductions: Deduction[] }>();
  for (const row of rows) {
    if (row.kind === "NONE" || row.at === null) continue;
    const key = `${row.kind === "OTHER"} ${row.key}`;
    const toldAt = new Date(row.toldAt);
    const sale = told.get(key) ?? { orderId: row.key, toldAt, mentions: [], deductions: [] };
    told.set(key, sale);
    if (toldAt < sale.toldAt) sale.toldAt = toldAt;
    sale.mentions.push({ by: row.kind === "EVENT" ? "EVENT" : "SOURCE", amount: row.amount, at: new Date(row.at) });
    const deduction = deductionIn(row);
    if (deduction) sale.deductions.push(deduction);
  }
  return [...told.values()].flatMap(({ orderId, toldAt, mentions: [first, ...others], deductions }) => {
    if (!first) return [];
    const { amount, at } = decisiveMention(first, ...others);
    const inOrder = deductions.sort(
      (one, other) => one.at.getTime() - other.at.getTime() || (one.reference < other.reference ? -1 : 1),
    );
    return [{ orderId, amount, at, toldAt, deductions: inOrder }];
  });
}

function deductionIn({ loanId, reference, net, madeAt }: FactRow): Deduction | null {
  if (loanId === null || reference === null || madeAt === null || net === 0) return null;
  return { loanId, reference, net, at: new Date(madeAt) };
}
