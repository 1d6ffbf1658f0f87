import { and, asc, eq, inArray, lte, sum } from "drizzle-orm";
import { db } from "@/db/client";
import { remittanceDays, remittanceReceipts, remitters } from "@/db/schema/remittances";
import { inTenant } from "@/db/tenancy";
import { type Tenant, tenantOf } from "@/lib/kernel/actor";
import { lagosDate } from "@/lib/kernel/lagos-days";
import { type Kobo, kobo, totalOf } from "@/lib/kernel/money";
import { type RemittanceBalance, remittanceBalance } from "./balance";

export type Remitter = typeof remitters.$inferSelect;

/** Those that have deducted for lenders, of a marketplace or of some lenders. */
export async function findRemitters(of: { tenant: Tenant } | { lenderIds: readonly string[] }): Promise<Remitter[]> {
  const wanted = "tenant" in of ? inTenant(remitters, of.tenant) : inArray(remitters.lenderId, of.lenderIds);
  return db().select().from(remitters).where(wanted).orderBy(asc(remitters.id));
}

export async function findRemitter(id: string): Promise<Remitter | undefined> {
  const [found] = await db().select().from(remitters).where(eq(remitters.id, id));
  return found;
}

/** What one owes and has sent, as of a moment of its clock. */
export async function readBalance(remitter: Remitter, now: Date): Promise<RemittanceBalance> {
  const own = and(inTenant(remittanceDays, tenantOf(remitter)), eq(remittanceDays.lenderId, remitter.lenderId));
  const { dueOn, amount } = remittanceDays;
  const days = await db().select({ dueOn, amount }).from(remittanceDays).where(own).orderBy(asc(dueOn));
  const today = lagosDate(now);
  // The sandbox's marketplaces remit what they report at once.
  const received = remitter.environment === "test" ? totalOf(days) : await readReceived(remitter.id, today);
  return remittanceBalance(days, received, today);
}

/** What counts from a later day has not come yet. */
async function readReceived(remitterId: string, today: string): Promise<Kobo> {
  const [row] = await db()
    .select({ received: sum(remittanceReceipts.amount) })
    .from(remittanceReceipts)
    .where(and(eq(remittanceReceipts.remitterId, remitterId), lte(remittanceReceipts.receivedOn, today)));
  return kobo(Number(row?.received ?? 0));
}
