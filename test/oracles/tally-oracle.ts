import { sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { Tenant } from "@/lib/kernel/actor";

/** A tally on a day as `name day`, with its count and kobo. */
export type Tallied = Record<string, [count: number, amount: number]>;

/**
 * What all tallies of a tenant should hold by day, counted from the tables themselves, each question by itself. Shares
 * nothing with what keeps them.
 */
export async function expectedTallies(tenant: Tenant): Promise<Tallied> {
  const mine = (alias: string) =>
    sql.raw(`${alias}.marketplace_id = '${tenant.marketplaceId}' and ${alias}.environment = '${tenant.environment}'`);
  const date = (moment: string) => sql.raw(`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD')`);
  const stage = (name: string, reached: string) => sql`
    select ${`stage.${name}`} as name, ${date("m.created_at")} as day, count(*)::float8 as count, 0::float8 as amount
    from merchants m where ${mine("m")} and ${sql.raw(reached)} group by 2`;
  const collected = (name: string) => sql`
    select ${name}, c.day::text, 0, sum(${sql.raw(`c.${name}`)})::float8 from collection_days c where ${mine("c")} group by 2`;
  const kyc = "from kyc_records k where k.merchant_id = m.id and";
  const rows = await db().execute<{ name: string; day: string; count: number; amount: number }>(sql`
    select * from (
      ${stage("CREATED", "true")}
      union all ${stage("CONNECTED", "exists (select from connections c where c.merchant_id = m.id and c.activated_at is not null)")}
      union all ${stage("SUBMITTED", `exists (select ${kyc} k.submitted_at is not null)`)}
      union all ${stage("VERIFIED", `exists (select ${kyc} k.status = 'APPROVED')`)}
      union all ${stage("REQUESTED", "exists (select from funding_requests r where r.merchant_id = m.id)")}
      union all ${stage("OFFERED", "exists (select from loans l where l.merchant_id = m.id)")}
      union all ${stage("FUNDED", "exists (select from loans l where l.merchant_id = m.id and l.disbursed_at is not null)")}
      union all ${collected("agreed")} union all ${collected("taken")}
      union all ${collected("missing")} union all ${collected("excess")}
      union all
      select concat('loan.', l.status), ${date("l.approved_at")}, count(*), sum(l.principal) from loans l where ${mine("l")} group by 1, 2
      union all
      select concat('request.', r.status), ${date("r.created_at")}, count(*), sum(r.amount_requested)
      from funding_requests r where ${mine("r")} group by 1, 2
      union all
      select concat('refusal.', r.failure_reason), ${date("r.created_at")}, count(*), sum(r.amount_requested)
      from funding_requests r where ${mine("r")} and r.failure_reason is not null group by 1, 2
      union all
      select 'funded', ${date("l.disbursed_at")}, count(*), sum(l.principal)
      from loans l where ${mine("l")} and l.disbursed_at is not null group by 2
    ) every_tally order by 1, 2`);
  return Object.fromEntries(
    rows
      .filter(({ count, amount }) => Number(count) !== 0 || Number(amount) !== 0)
      .map(({ name, day, count, amount }) => [`${name} ${day}`, [Number(count), Number(amount)]]),
  );
}

/** How many loans were out at the end of a day (UTC), and their principal in kobo. */
export async function runningOn(tenant: Tenant, day: string): Promise<[number, number]> {
  const [row] = await db().execute<{ count: number; amount: number }>(sql`
    select count(*)::int as count, coalesce(sum(l.principal), 0)::float8 as amount from loans l
    where l.marketplace_id = ${tenant.marketplaceId} and l.environment = ${tenant.environment}
      and l.disbursed_at < ${day}::date + 1 and not coalesce(l.completed_at < ${day}::date + 1, false)
      and not coalesce(l.written_off_at < ${day}::date + 1, false)`);
  return [row?.count ?? 0, row?.amount ?? 0];
}
