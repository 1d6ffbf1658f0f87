import { eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { repaymentEvents } from "@/db/schema/data-events";
import { breaks, settlements } from "@/db/schema/settlements";
import type { BusinessTime } from "@/lib/kernel/time";
import { matchSettlement } from "@/lib/lending/reconciliation/settlements/match-settlement";

/** Matches whatever is due, as the engine does, until nothing is. */
export async function matchAll(merchantId: string, now: BusinessTime): Promise<void> {
  for (let round = 0; round < 20; round++) {
    const due = await db()
      .select({ id: settlements.id })
      .from(settlements)
      .where(sql`due_at <= ${now.toISOString()} and merchant_id = ${merchantId}`);
    if (due.length === 0) return;
    for (const { id } of due) await matchSettlement(id, now);
  }
  throw new Error("It never comes to rest.");
}

/** A settlement as it is stored. */
export async function stateOf(id: string) {
  const [row] = await db().select().from(settlements).where(eq(settlements.id, id));
  return row;
}

/** The references of the deductions that were found in a settlement. */
export async function matchesOf(id: string): Promise<string[]> {
  const rows = await db().select().from(repaymentEvents).where(eq(repaymentEvents.settlementId, id));
  return rows.map(({ reference }) => reference).sort();
}

/** The breaks of a settlement, oldest first. */
export async function breaksOf(id: string) {
  const rows = await db().select().from(breaks).where(eq(breaks.settlementId, id)).orderBy(breaks.id);
  return rows.map(({ type, status, resolution, expected, actual, evidence }) => ({
    type,
    status,
    resolution,
    expected,
    actual,
    evidence,
  }));
}
