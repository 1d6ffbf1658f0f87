import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { settlementCorrections, settlements } from "@/db/schema/settlements";
import { inReach, ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { toKobo } from "@/lib/kernel/money";
import { everyMerchantOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { firstReport } from "./first-report";
import type { SettlementEvent } from "./schema";

/** The outcome of a settlement event: whether it adds anything, or what it contradicts. */
export type Kept = { id: string; changed: boolean; conflict: string | null };

type Row = typeof settlements.$inferSelect;

/** The row stays locked. What contradicts an earlier event changes nothing; repeating the first one does not. */
export async function storeSettlement(
  tenant: Tenant,
  merchantId: string,
  event: SettlementEvent,
  now: BusinessTime,
): Promise<Kept> {
  const { reference } = event.settlement;
  const columns = columnsOf(event);
  const added = { id: newId("settlement"), merchantId, reference, matchStatus: "PENDING", createdAt: now } as const;
  const [made] = await db()
    .insert(settlements)
    .values({ ...ownedBy(tenant), ...added, ...columns, dueAt: now })
    .onConflictDoNothing({ target: [settlements.marketplaceId, settlements.environment, settlements.reference] })
    .returning({ id: settlements.id });
  if (made) return { id: made.id, changed: true, conflict: null };
  const [known] = await db()
    .select()
    .from(settlements)
    .where(inReach(settlements, everyMerchantOf(tenant), eq(settlements.reference, reference)))
    .for("no key update");
  if (!known) throw new Error(`The settlement ${reference} is neither new nor known.`);
  const conflict =
    known.merchantId === merchantId ? await conflictWith(known, event) : "It belongs to another merchant.";
  const before = `A settlement with the reference ${reference} has already been received.`;
  if (conflict) return { id: known.id, changed: false, conflict: `${before} ${conflict}` };
  const stored = event.event === "settlement.created" ? known.grossAmount : known.transferredAt;
  if (stored !== null) return { id: known.id, changed: false, conflict: null };
  await db()
    .update(settlements)
    .set({ ...columns, netAmount: known.netAmount, dueAt: now })
    .where(eq(settlements.id, known.id));
  return { id: known.id, changed: true, conflict: null };
}

function columnsOf(event: SettlementEvent) {
  if (event.event === "settlement.created") {
    const { grossAmount: gross, totalDeductions: total, netAmount: net, periodStart, periodEnd } = event.settlement;
    const amounts = { netAmount: toKobo(net), grossAmount: toKobo(gross), totalDeductions: toKobo(total) };
    return { ...amounts, periodStart, periodEnd };
  }
  const { netAmount, transferredAt, transferReference, deductionReferences = null } = event.settlement;
  return { netAmount: toKobo(netAmount), transferredAt, transferReference, deductionReferences };
}

/** How an event differs from what is known, and from what was first reported; null if it agrees with either. */
async function conflictWith(known: Row, event: SettlementEvent): Promise<string | null> {
  const conflict = contradiction(known, event);
  if (!conflict) return null;
  const corrections = await db()
    .select({ previous: settlementCorrections.previous })
    .from(settlementCorrections)
    .where(eq(settlementCorrections.settlementId, known.id))
    .orderBy(settlementCorrections.number);
  return contradiction(firstReport(known, corrections), event) ? conflict : null;
}

/** How an event differs from an earlier one; null if they agree. */
function contradiction(known: Row, event: SettlementEvent): string | null {
  const said = columnsOf(event);
  if (said.netAmount !== known.netAmount) return "Its net amount was different.";
  if ("grossAmount" in said) {
    const { netAmount, grossAmount, totalDeductions, periodStart, periodEnd } = known;
    if (grossAmount === null) return null;
    const same = isDeepStrictEqual(said, { netAmount, grossAmount, totalDeductions, periodStart, periodEnd });
    return same ? null : "Its figures or its period were different.";
  }
  if (known.transferredAt === null) return null;
  const same =
    said.transferredAt.getTime() === known.transferredAt.getTime() &&
    said.transferReference === known.transferReference &&
    isDeepStrictEqual(said.deductionReferences?.toSorted(), known.deductionReferences?.toSorted());
  return same ? null : "Its transfer or its deductions were different.";
}
