import { sql } from "drizzle-orm";
import { z } from "zod";
import { isBooked } from "@/db/deductions";
import { koboValue, rowsOf, timestamp } from "@/db/rows";
import type { Tenant } from "@/lib/kernel/actor";
import { type BusinessTime, businessTimeOf } from "@/lib/kernel/time";
import { loanStates } from "@/lib/terms/loans/states";

const standingRow = z.strictObject({
  merchantId: z.string(),
  requests: z.int(),
  loanId: z.string().nullable(),
  status: z.enum(loanStates).nullable(),
  number: z.int(),
  disbursedAt: timestamp.nullable(),
  since: timestamp.nullable(),
  paused: z.boolean(),
});

/** How a merchant of the showcase stands: its requests, and its latest loan. */
export type Standing = Omit<z.output<typeof standingRow>, "disbursedAt" | "since"> & {
  disbursedAt: BusinessTime | null;
  /** When that loan ended or defaulted. */
  since: BusinessTime | null;
};

/** Null before the merchant has joined. */
export async function readStanding(tenant: Tenant, ref: string): Promise<Standing | null> {
  const [row] = await rowsOf(standingRow)`
    select m.id as "merchantId", l.id as "loanId", l.status, l.disbursed_at as "disbursedAt",
      coalesce(l.written_off_at, l.completed_at, l.defaulted_at, l.cancelled_at) as since,
      coalesce(l.paused_at is not null, false) as paused,
      (select count(*)::int from funding_requests where merchant_id = m.id) as requests,
      (select count(*)::int from loans where merchant_id = m.id) as number
    from merchants m left join lateral (
      select * from loans where loans.merchant_id = m.id order by loans.id desc limit 1) l on true
    where m.marketplace_id = ${tenant.marketplaceId} and m.environment = ${tenant.environment}
      and m.third_party_customer_id = ${ref}`;
  if (!row) return null;
  const moment = (text: string | null) => (text ? businessTimeOf(text) : null);
  return { ...row, disbursedAt: moment(row.disbursedAt), since: moment(row.since) };
}

const deductionRow = z.strictObject({ reference: z.string(), amount: koboValue, at: timestamp });

/** What was deducted for a loan since a moment, oldest first. */
export async function deductedSince(loanId: string, from: BusinessTime) {
  const rows = await rowsOf(deductionRow)`
    select reference, amount::float8 as amount, occurred_at as at from repayment_events
    where loan_id = ${loanId} and type = 'repayment.deducted' and ${isBooked(sql`effect`)}
      and occurred_at >= ${from.toISOString()}
    order by occurred_at, id`;
  return rows.map(({ at, ...row }) => ({ ...row, at: businessTimeOf(at) }));
}

const breakRow = z.strictObject({ id: z.string(), status: z.string(), detected_at: timestamp });

/** The breaks of a merchant that wait for somebody, oldest first. */
export async function waitingBreaks(merchantId: string) {
  const rows = await rowsOf(breakRow)`
    select id, status, detected_at from breaks where merchant_id = ${merchantId} and status <> 'RESOLVED' order by id`;
  return rows.map(({ detected_at, ...row }) => ({ ...row, detectedAt: businessTimeOf(detected_at) }));
}
