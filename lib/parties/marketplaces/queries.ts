import { eq, isNotNull, sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { readTogether } from "@/db/read-together";
import { bigint, rowsOf } from "@/db/rows";
import { marketplaces } from "@/db/schema/marketplaces";
import { clockAheadOf } from "@/db/tenancy";
import { environments, type Tenant } from "@/lib/kernel/actor";
import { type BusinessTime, businessTime, type RealTime } from "@/lib/kernel/time";

const keyRow = z.strictObject({
  digest: z.string(),
  keyId: z.string(),
  marketplaceId: z.string(),
  environment: z.enum(environments),
  /** Whether live credentials of the marketplace are accepted. */
  live: z.boolean(),
  clockAhead: bigint,
});
type Row = z.input<typeof keyRow>;

// Every call of a marketplace's backend begins here.
const load = readTogether(async (digests: string[]): Promise<(Row | undefined)[]> => {
  const rows = await rowsOf(keyRow)`
    select k.digest, k.id as "keyId", k.marketplace_id as "marketplaceId", k.environment,
      m.live_at is not null as live,
      ${clockAheadOf({ environment: sql`k.environment` }, sql`m.test_clock_ahead_ms`)} as "clockAhead"
    from secret_keys k
    join marketplaces m on m.id = k.marketplace_id
    where k.digest = any(${sql.param(digests)}::text[]) and k.revoked_at is null`;
  const byDigest = new Map(rows.map((row) => [row.digest, row]));
  return digests.map((digest) => byDigest.get(digest));
});

export async function findKeyHolder(digest: string) {
  const row = await load(digest);
  return row && { ...row, clockAhead: Number(row.clockAhead) };
}

/** How far a tenant's business clock is ahead of real time, in milliseconds. Only test data's clock can be moved. */
export async function readClockAhead(tenant: Tenant): Promise<number> {
  if (tenant.environment === "live") return 0;
  const [row] = await db()
    .select({ ahead: marketplaces.testClockAhead })
    .from(marketplaces)
    .where(eq(marketplaces.id, tenant.marketplaceId));
  return row?.ahead ?? 0;
}

/** What the clock of a tenant's data shows. */
export async function readBusinessNow(tenant: Tenant, realNow: RealTime): Promise<BusinessTime> {
  return businessTime(realNow, await readClockAhead(tenant));
}

export async function hasLiveMarketplace(): Promise<boolean> {
  const found = await db()
    .select({ id: marketplaces.id })
    .from(marketplaces)
    .where(isNotNull(marketplaces.liveAt))
    .limit(1);
  return found.length > 0;
}

export async function isSuspended({ marketplaceId }: Tenant): Promise<boolean> {
  const mine = eq(marketplaces.id, marketplaceId);
  const [row] = await db().select({ suspendedAt: marketplaces.suspendedAt }).from(marketplaces).where(mine);
  return row?.suspendedAt != null;
}
