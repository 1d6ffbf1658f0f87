import { eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { reversedOf } from "@/db/deductions";
import { dayOf, startOf } from "@/db/mark-collection";
import { koboValue, rowsOf, timestamp } from "@/db/rows";
import { saleDecisions } from "@/db/schema/collection";
import { dateOf } from "@/lib/kernel/calendar";
import { type Deduction, type Sale, saleKey, settleSale, type Telling, type Verdict } from "./sales";
import { type Windows, windowAt, windowOver } from "./window";

type Watched = { loanId: string; merchantId: string; windows: Windows };

/** The facts of one day: the merchant's sales, and the loan's deductions made that day without a sale behind them. */
export type DayFacts = { sales: Sale[]; unsourced: Deduction[] };

const dayRow = z.strictObject({ day: z.string() });
const factRow = z.strictObject({
  kind: z.enum(["EVENT", "SOURCE", "OTHER", "NONE", "RETURN", "ELSEWHERE"]),
  id: z.string(),
  key: z.string(),
  amount: koboValue,
  at: timestamp.nullable(),
  toldAt: timestamp,
  loanId: z.string().nullable(),
  reference: z.string().nullable(),
  net: koboValue,
  madeAt: timestamp.nullable(),
  covered: z.boolean(),
});
type FactRow = z.input<typeof factRow>;

const within = (moment: SQL, day: SQL) =>
  sql`${moment} >= ${startOf(day)} and ${moment} < ${startOf(sql`(${day} + 1)`)}`;

const ordersOf = ({ merchantId }: Watched, days: readonly string[]) => sql`
  days(day) as (select unnest(${sql.param([...days])}::text[]::date[])),
  orders as (
    select s.order_id from days join sales_events s
      on s.merchant_id = ${merchantId} and s.refund_of is null and ${within(sql`s.occurred_at`, sql`days.day`)}
    union
    select r.order_id from days join repayment_events r
      on r.merchant_id = ${merchantId} and r.order_id is not null and ${within(sql`r.source_at`, sql`days.day`)}
  )`;

function windowIn(windows: Windows, day: SQL): SQL {
  const [first, ...later] = windows;
  const cases = later.toReversed().map(({ from, days }) => sql`when ${day} >= ${from}::date then ${days}::int`);
  const otherwise = sql`${first?.days ?? 0}::int`;
  return cases.length === 0 ? otherwise : sql`case ${sql.join(cases, sql` `)} else ${otherwise} end`;
}

/** Whether a sale of the merchant on a day or within the window before it was told of, by a moment if there is one. */
const soldBefore = ({ merchantId, windows }: Omit<Watched, "loanId">, day: SQL, by?: SQL) => {
  const inWindow = (moment: SQL, toldAt: SQL) =>
    sql`${moment} >= ${startOf(sql`(${day} - ${windowIn(windows, day)})`)} and ${moment} < ${startOf(sql`(${day} + 1)`)}
      ${by ? sql`and ${toldAt} <= ${by}` : sql``}`;
  return sql`(
    exists (select from sales_events s
      where s.merchant_id = ${merchantId} and s.refund_of is null and ${inWindow(sql`s.occurred_at`, sql`s.received_at`)})
    or exists (select from repayment_events o
      where o.merchant_id = ${merchantId} and o.order_id is not null and ${inWindow(sql`o.source_at`, sql`o.received_at`)}))`;
};

/** Days on which their orders were told of at another time, and days with deductions from what is itself the sale. */
export async function concernedDays(watched: Watched, days: readonly string[]): Promise<string[]> {
  const { merchantId, windows } = watched;
  const longest = Math.max(...windows.map((window) => window.days));
  const rows = await rowsOf(dayRow)`
    with ${ordersOf(watched, days)}
    select day::text from days
    union select ${dayOf(sql`s.occurred_at`)}::text from sales_events s
      where s.merchant_id = ${merchantId} and s.order_id in (select order_id from orders) and s.refund_of is null
    union select ${dayOf(sql`r.source_at`)}::text from repayment_events r
      where r.merchant_id = ${merchantId} and r.order_id in (select order_id from orders)
    union select ${dayOf(sql`moment`)}::text
      from days join repayment_events near on near.merchant_id = ${merchantId} and near.other_source is not null
          and near.source_at >= ${startOf(sql`days.day`)}
          and near.source_at < ${startOf(sql`(days.day + ${longest}::int + 1)`)}
        join repayment_events r on r.merchant_id = near.merchant_id and r.other_source = near.other_source
        cross join unnest(array[r.source_at, r.occurred_at]) moment`;
  return rows.map(({ day }) => day);
}

export async function factsOf(
  watched: Watched,
  days: readonly string[],
): Promise<{ byDay: Map<string, DayFacts>; read: number }> {
  const { loanId, merchantId, windows } = watched;
  // What another loan took leaves less to agree on only where it repaid a debt: what is owed back to the merchant is no way
  // for a marketplace to lower what is owed to the lender.
  const net = sql`case when d.effect = 'APPLIED' then d.amount - ${reversedOf(sql`d`)} else 0 end::float8`;
  const noDeduction = sql`null as "loanId", null as reference, 0::float8 as net, null::timestamptz as "madeAt", false as covered`;
  const ofDay = dayOf(sql`d.source_at`);
  // A source of another type stands where no sale was told of before its amount could no longer be corrected.
  const standsFrom = sql`least(d.received_at + interval '24 hours',
    greatest(d.received_at, ${startOf(sql`(${ofDay} + 1 + ${windowIn(windows, ofDay)})`)}))`;
  const found = await rowsOf(factRow)`
    with ${ordersOf(watched, days)}
    select 'EVENT' as kind, s.id, s.order_id as key, s.amount::float8 as amount, s.occurred_at as at,
      s.received_at as "toldAt", ${noDeduction}
    from sales_events s
    where s.merchant_id = ${merchantId} and s.order_id in (select order_id from orders) and s.refund_of is null
    union all
    select 'RETURN', s.id, s.refund_of, s.amount::float8, s.occurred_at, s.received_at,
      null, s.order_id, 0::float8, null::timestamptz, false
    from sales_events s
    where s.merchant_id = ${merchantId} and s.refund_of in (select order_id from orders)
    union all
    select distinct 'ELSEWHERE', other.id, other.order_id, 0::float8, other.occurred_at, other.received_at, ${noDeduction}
    from sales_events mine join sales_events other using (marketplace_id, environment, order_id, occurred_at, amount)
    where mine.merchant_id = ${merchantId} and mine.order_id in (select order_id from orders) and mine.refund_of is null
      and other.merchant_id <> ${merchantId} and other.refund_of is null
    union all
    select 'SOURCE', d.id, d.order_id, d.source_amount::float8, d.source_at, d.received_at, d.loan_id, d.reference, ${net},
      d.occurred_at, false
    from repayment_events d
    where d.merchant_id = ${merchantId} and d.order_id in (select order_id from orders)
      and d.type = 'repayment.deducted'
    union all
    select case when d.other_source is null or ${soldBefore(watched, ofDay, standsFrom)} then 'NONE' else 'OTHER' end,
      d.id, coalesce(d.other_source, ''), coalesce(d.source_amount, 0)::float8, d.source_at, d.received_at, d.loan_id,
      d.reference, ${net}, d.occurred_at, d.other_source is not null and ${soldBefore(watched, ofDay)}
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
  const verdicts = await verdictsOn(merchantId);
  const rows = found.map((row) => (isCovered(row, verdicts) ? { ...row, kind: "NONE" as const } : row));
  const byDay = new Map(days.map((day): [string, DayFacts] => [day, { sales: [], unsourced: [] }]));
  for (const sale of salesIn(rows, verdicts, windows)) byDay.get(dateOf(sale.at))?.sales.push(sale);
  for (const row of rows) {
    if (row.kind !== "NONE" || row.loanId !== loanId) continue;
    const deduction = deductionIn(row);
    if (deduction) byDay.get(dateOf(deduction.at))?.unsourced.push(deduction);
  }
  return { byDay, read: rows.length };
}

async function verdictsOn(merchantId: string): Promise<Map<string, Verdict[]>> {
  const rows = await db()
    .select({ sale: saleDecisions.sale, telling: saleDecisions.telling, applied: saleDecisions.applied })
    .from(saleDecisions)
    .where(eq(saleDecisions.merchantId, merchantId))
    .orderBy(saleDecisions.id);
  const bySale = new Map<string, Verdict[]>();
  for (const { sale, ...verdict } of rows) bySale.set(sale, [...(bySale.get(sale) ?? []), verdict]);
  return bySale;
}

export async function daysWithoutSales(
  watched: Omit<Watched, "loanId">,
  days: readonly string[],
): Promise<Set<string>> {
  if (days.length === 0) return new Set();
  const { merchantId, windows } = watched;
  const other = sql`exists (select from repayment_events o where o.merchant_id = ${merchantId}
    and o.other_source is not null and o.source_at >= ${startOf(sql`(days.day - ${windowIn(windows, sql`days.day`)})`)}
    and o.source_at < ${startOf(sql`(days.day + 1)`)})`;
  const rows = await rowsOf(dayRow)`
    with days(day) as (select unnest(${sql.param([...days])}::text[]::date[]))
    select day::text from days
    where not ${soldBefore(watched, sql`days.day`)} and not ${other}`;
  return new Set(rows.map(({ day }) => day));
}

/** Whether an operator decided that a source of another type is no sale: those told of later are. */
function isCovered({ kind, key }: FactRow, verdicts: ReadonlyMap<string, Verdict[]>): boolean {
  return (
    kind === "OTHER" &&
    (verdicts.get(saleKey("OTHER", key)) ?? []).some(({ telling, applied }) => applied && telling === "COVERED")
  );
}

type ToldSale = { orderId: string; toldAt: Date; tellings: Telling[]; deductions: Deduction[] };

function salesIn(rows: readonly FactRow[], verdicts: ReadonlyMap<string, Verdict[]>, windows: Windows): Sale[] {
  const told = new Map<string, ToldSale>();
  const dueAt = (at: Date) => windowOver(dateOf(at), windowAt(windows, dateOf(at)));
  for (const row of rows) {
    if (row.kind === "NONE" || row.at === null) continue;
    const key = saleKey(row.kind === "OTHER" ? "OTHER" : "ORDER", row.key);
    const toldAt = new Date(row.toldAt);
    const sale = told.get(key) ?? { orderId: row.key, toldAt: lastOfAll, tellings: [], deductions: [] };
    told.set(key, sale);
    sale.tellings.push(...tellingsIn(row, toldAt, new Date(row.at)));
    if (row.kind !== "RETURN" && row.kind !== "ELSEWHERE" && toldAt < sale.toldAt) sale.toldAt = toldAt;
    const deduction = deductionIn(row);
    if (deduction) sale.deductions.push(deduction);
  }
  return [...told].flatMap(([key, { orderId, toldAt, tellings, deductions }]) => {
    const settled = settleSale(tellings, verdicts.get(key) ?? [], dueAt);
    if (!settled) return [];
    const inOrder = deductions.sort(
      (one, other) => one.at.getTime() - other.at.getTime() || (one.reference < other.reference ? -1 : 1),
    );
    return [{ orderId, key, toldAt, ...settled, deductions: inOrder }];
  });
}

function tellingsIn({ kind, id, amount, reference, covered }: FactRow, toldAt: Date, at: Date): Telling[] {
  if (kind === "RETURN") return [{ id, toldAt, by: "RETURN", returnId: reference ?? "", amount }];
  if (kind === "ELSEWHERE") return [{ id, toldAt, by: "ELSEWHERE" }];
  const mention: Telling = { id, toldAt, by: kind === "EVENT" ? "EVENT" : "SOURCE", amount, at };
  // Which sales are behind it was told of later than anything about the source itself counts.
  return covered ? [mention, { id: "COVERED", toldAt: lastOfAll, by: "COVERED" }] : [mention];
}

const lastOfAll = new Date(8.64e15);

function deductionIn({ loanId, reference, net, madeAt }: FactRow): Deduction | null {
  if (loanId === null || reference === null || madeAt === null || net === 0) return null;
  return { loanId, reference, net, at: new Date(madeAt) };
}
