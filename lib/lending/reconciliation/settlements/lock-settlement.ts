import { eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { locks } from "@/db/locks";
import { settlements } from "@/db/schema/settlements";

export type SettlementRecord = typeof settlements.$inferSelect;

/** With the matching of its merchant's settlements: a deduction belongs to one. Relevant reports wait for the lock. */
export async function lockSettlement(settlementId: string): Promise<SettlementRecord | undefined> {
  await db().execute(sql`
    select pg_advisory_xact_lock(${locks.settlements}, hashtext(merchant_id)) from settlements where id = ${settlementId}`);
  const [settlement] = await db()
    .select()
    .from(settlements)
    .where(eq(settlements.id, settlementId))
    .for("no key update");
  return settlement;
}
