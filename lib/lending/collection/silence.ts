import { desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { isBooked } from "@/db/deductions";
import { koboValue, rowsOf, timestamp } from "@/db/rows";
import { breaks } from "@/db/schema/settlements";
import { inReach } from "@/db/tenancy";
import { tenantOf } from "@/lib/kernel/actor";
import { dateOf, day } from "@/lib/kernel/calendar";
import { fromKobo, type Kobo, kobo } from "@/lib/kernel/money";
import type { Reach } from "@/lib/kernel/reach";
import { type BusinessTime, businessTimeOf } from "@/lib/kernel/time";
import { closeBreaks } from "@/lib/lending/reconciliation/breaks/close-breaks";
import { raiseBreak } from "@/lib/lending/reconciliation/breaks/raise-breaks";
import type { LoanRecord } from "@/lib/loans/loans/load-loans";
import { decidedResolutions } from "@/lib/terms/breaks";
import { silentFor } from "@/lib/terms/collection/constants";
import type { Pause } from "@/lib/terms/loans/delinquency";
import { isCollected } from "@/lib/terms/loans/states";

/** In so many weeks before the silence something was sold in each. */
const weeks = 4;

/** Whether nothing is told of a merchant's sales any more: what its break says, and when to look otherwise. */
export type Silence = {
  collecting: boolean;
  evidence: { lastToldAt: string; silentSince: string; weeks: number; weeklySales: number } | null;
  lookAt: BusinessTime | null;
};

const lastRow = z.strictObject({ at: timestamp.nullable() });
const habitRow = z.strictObject({ weeks: z.int(), amount: koboValue });

/** docs/collection.md#silence. A deduction tells of a sale, too. Before the disbursement and in a pause none counts. */
export async function silenceOf(loan: LoanRecord, pauses: readonly Pause[], now: BusinessTime): Promise<Silence> {
  const { merchantId, disbursedAt, status } = loan;
  if (!disbursedAt || !isCollected(status) || pauses.some(({ until }) => until === null)) {
    return { collecting: false, evidence: null, lookAt: null };
  }
  const until = now.toISOString();
  const [last] = await rowsOf(lastRow)`
    select greatest(
      (select max(s.occurred_at) from sales_events s
        where s.merchant_id = ${merchantId} and s.refund_of is null and s.amount > 0 and s.occurred_at <= ${until}),
      (select max(r.occurred_at) from repayment_events r where r.merchant_id = ${merchantId}
        and r.type = 'repayment.deducted' and ${isBooked(sql`r.effect`)} and r.occurred_at <= ${until})) as at`;
  if (!last?.at) return { collecting: true, evidence: null, lookAt: null };
  const toldAt = new Date(last.at);
  const begun = [toldAt, disbursedAt, ...pauses.flatMap((pause) => pause.until ?? [])];
  const lookAt = businessTimeOf(Math.max(...begun.map((moment) => moment.getTime())) + silentFor);
  if (lookAt > now) return { collecting: true, evidence: null, lookAt };
  const habit = await habitOf(merchantId, toldAt);
  if (habit.weeks < weeks) return { collecting: true, evidence: null, lookAt: null };
  const weeklySales = fromKobo(kobo(Math.round(habit.amount / weeks)));
  const evidence = { lastToldAt: toldAt.toISOString(), silentSince: dateOf(toldAt), weeks, weeklySales };
  return { collecting: true, evidence, lookAt: null };
}

async function habitOf(merchantId: string, end: Date): Promise<{ weeks: number; amount: Kobo }> {
  const [to, from] = [end.toISOString(), new Date(end.getTime() - weeks * 7 * day).toISOString()];
  const [row] = await rowsOf(habitRow)`
    with told as (
      select s.occurred_at as at, 'ORDER ' || s.order_id as sale, s.amount, 1 as rank, s.received_at
      from sales_events s where s.merchant_id = ${merchantId} and s.refund_of is null and s.amount > 0
        and s.occurred_at > ${from} and s.occurred_at <= ${to}
      union all
      select r.occurred_at, coalesce('ORDER ' || r.order_id, 'OTHER ' || r.other_source, r.id), coalesce(r.source_amount, 0),
        2, r.received_at
      from repayment_events r where r.merchant_id = ${merchantId} and r.type = 'repayment.deducted'
        and ${isBooked(sql`r.effect`)} and r.occurred_at > ${from} and r.occurred_at <= ${to}
    )
    select (select count(distinct floor(extract(epoch from ${to}::timestamptz - at) / ${7 * 86_400}))::int from told) as weeks,
      (select coalesce(sum(amount), 0)::float8 from (
        select distinct on (sale) amount from told order by sale, rank, received_at desc) sales) as amount`;
  return row ?? { weeks: 0, amount: kobo(0) };
}

/** Raises a loan's NO_SALES_TOLD or ends it, in the caller's transaction. One that a person closed is not raised again. */
export async function recordSilence(
  reach: Reach,
  loan: LoanRecord,
  { collecting, evidence }: Silence,
  now: BusinessTime,
): Promise<void> {
  const tenant = tenantOf(loan);
  const { id: loanId, merchantId } = loan;
  const about = { type: "NO_SALES_TOLD", subject: `no-sales:${loanId}` } as const;
  if (!evidence) {
    const resolution = collecting ? "ARRIVED" : "LOWERED";
    await closeBreaks({ reach, ...about, resolution, now });
    return;
  }
  const [last] = await db()
    .select({ evidence: breaks.evidence, resolution: breaks.resolution })
    .from(breaks)
    .where(inReach(breaks, reach, eq(breaks.loanId, loanId), eq(breaks.type, about.type)))
    .orderBy(desc(breaks.id))
    .limit(1);
  const decided = decidedResolutions.some((one) => one === last?.resolution);
  if (decided && last?.evidence.lastToldAt === evidence.lastToldAt) return;
  await raiseBreak({ tenant, merchantId, loanId, ...about, evidence, now });
}
