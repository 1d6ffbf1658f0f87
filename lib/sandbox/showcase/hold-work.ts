import { type SQL, sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { Tenant } from "@/lib/kernel/actor";
import { day, later } from "@/lib/kernel/calendar";
import type { RealTime } from "@/lib/kernel/time";

/** Longer than the showcase can take, and not much longer: where it is never finished, its merchants simply grow older. */
const heldFor = day;

type Key = "merchant_id" | "loan_id" | "id";

/** The tables whose rows are work for a merchant, and the column that says whose. Deliveries are not held: they are sent. */
const tables: readonly (readonly [string, Key])[] = [
  ["submissions", "merchant_id"],
  ["kyc_records", "merchant_id"],
  ["funding_requests", "merchant_id"],
  ["loans", "merchant_id"],
  ["settlements", "merchant_id"],
  ["payouts", "loan_id"],
  ["mandates", "loan_id"],
  ["payments", "loan_id"],
  ["loan_watches", "id"],
  ["loan_reminders", "id"],
];

/** In the week's transaction: to the engine all of it would be due now. Mail about the past is not sent. */
export async function holdWork(merchantId: string, realNow: RealTime): Promise<void> {
  const own = sql`select id from loans where merchant_id = ${merchantId}`;
  await lease(heldUntil(realNow), (key) => {
    const its = key === "merchant_id" ? sql`merchant_id = ${merchantId}` : sql`${sql.raw(key)} in (${own})`;
    return sql`due_at is not null and ${its}`;
  });
  await db().execute(sql`delete from mails where merchant_id = ${merchantId} and sent_at is null`);
}

/** Keeps the engine from all merchants of the showcase: a database that has just been started has given up all leases. */
export async function holdAllWork(tenant: Tenant, realNow: RealTime): Promise<void> {
  await lease(heldUntil(realNow), () => sql`due_at is not null and ${ofTenant(tenant)}`);
}

/** Leaves the merchants of the showcase to the engine. */
export async function releaseWork(tenant: Tenant): Promise<void> {
  await lease(sql`null`, () => sql`leased_until is not null and ${ofTenant(tenant)}`);
}

function ofTenant({ marketplaceId, environment }: Tenant): SQL {
  return sql`marketplace_id = ${marketplaceId} and environment = ${environment}`;
}

function heldUntil(realNow: RealTime): SQL {
  return sql`${later(realNow, heldFor).toISOString()}::timestamptz`;
}

async function lease(until: SQL, which: (key: Key) => SQL): Promise<void> {
  const updates = tables.map(([name, key], i) => {
    const [table, held] = [sql.raw(name), sql.raw(`held_${i}`)];
    return sql`${held} as (update ${table} set leased_until = ${until} where ${which(key)})`;
  });
  await db().execute(sql`with ${sql.join(updates, sql`, `)} select 1`);
}
