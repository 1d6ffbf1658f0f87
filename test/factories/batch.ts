import { sql } from "drizzle-orm";
import { db } from "@/db/client";
import { merchantRecord } from "./merchant-record";

type Json = Record<string, unknown>;

let made = 0;

/** A good record of a merchant, as of now. */
export function recordOf(merchantId: string, over: Parameters<typeof merchantRecord>[0] = {}) {
  return merchantRecord({ ...over, merchantIdentity: { merchantId, ...over.merchantIdentity } }, new Date());
}

/** Good records of that many merchants. */
export function recordsOf(count: number) {
  return Array.from({ length: count }, (_, i) => recordOf(`shop-${String(i + 1).padStart(4, "0")}`));
}

/** The body of a bulk submission under a batchId of its own. */
export function batchOf(marketplaceId: string, merchants: unknown, over: Json = {}): Json {
  made += 1;
  return { merchants, marketplaceId, batchTimestamp: "2026-11-01T08:00:00+01:00", batchId: `batch-${made}`, ...over };
}

/** How much a marketplace has of what bulk submissions make. */
export async function countsOf(marketplaceId: string): Promise<Json> {
  const [row] = await db().execute<Json>(sql`
    select (select count(*)::int from merchants where marketplace_id = ${marketplaceId}) as merchants,
      (select count(*)::int from submissions where marketplace_id = ${marketplaceId} and status = 'SCORED') as scored,
      (select count(*)::int from submissions where marketplace_id = ${marketplaceId}) as submissions,
      (select count(*)::int from scores where marketplace_id = ${marketplaceId}) as scores`);
  return row ?? {};
}
