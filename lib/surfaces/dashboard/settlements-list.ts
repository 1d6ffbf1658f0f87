import { eq, type SQL, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { merchants } from "@/db/schema/merchants";
import { breaks, settlements } from "@/db/schema/settlements";
import { inReach } from "@/db/tenancy";
import { isId } from "@/lib/kernel/ids";
import type { Kobo } from "@/lib/kernel/money";
import type { Reach } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import type { matchStatuses } from "@/lib/terms/settlements";
import { type Found, findRows, usualEffort } from "./find-rows";
import type { SettlementQuery } from "./loans-schema";
import { namedBy } from "./of-merchant";
import { walkById } from "./walk-tenant";

/** A settlement in the dashboard's list; what is null has not been reported yet. */
export type SettlementRow = {
  id: string;
  reference: string;
  merchantId: string;
  businessName: string;
  thirdPartyCustomerId: string | null;
  periodStart: BusinessTime | null;
  periodEnd: BusinessTime | null;
  grossAmount: Kobo | null;
  totalDeductions: Kobo | null;
  netAmount: Kobo;
  matchStatus: (typeof matchStatuses)[number];
  matchedAmount: Kobo | null;
  transferredAt: BusinessTime | null;
  createdAt: BusinessTime;
  openBreaks: number;
};

const openBreaks = sql<number>`(
  select count(*)::int from ${breaks} b where b.settlement_id = ${settlements.id} and b.status <> 'RESOLVED')`;

/**
 * Settlements for staff, newest first. What is searched for is a settlement's id or reference, or a merchant.
 */
export async function listSettlementsForStaff(
  reach: Reach,
  query: SettlementQuery & { limit: number },
  effort = usualEffort,
): Promise<Found<SettlementRow>> {
  const { status } = query;
  const walk = walkById("settlement", settlements, reach.tenant, query, [
    status ? [[settlements.matchStatus, status]] : [],
  ]);
  const { id, reference, merchantId, periodStart, periodEnd, grossAmount, totalDeductions, netAmount } = settlements;
  const { matchStatus, matchedAmount, transferredAt, createdAt } = settlements;
  const { businessName, thirdPartyCustomerId } = merchants;
  const read = (chosen: SQL) =>
    db()
      .select({
        ...{ id, reference, merchantId, periodStart, periodEnd, grossAmount, totalDeductions, netAmount },
        ...{ matchStatus, matchedAmount, transferredAt, createdAt, businessName, thirdPartyCustomerId, openBreaks },
      })
      .from(settlements)
      .innerJoin(merchants, eq(merchants.id, settlements.merchantId))
      .where(inReach(settlements, reach, chosen))
      .orderBy(walk.order);
  const named = await namedBy(settlements.merchantId, reach, query, await knownBy(reach, query));
  return findRows(reach, query, { walk, named, read }, effort);
}

async function knownBy(reach: Reach, { q = "" }: SettlementQuery): Promise<SQL | undefined> {
  if (isId("settlement", q)) return eq(settlements.id, q);
  const [known] = await db()
    .select({ id: settlements.id })
    .from(settlements)
    .where(inReach(settlements, reach, eq(settlements.reference, q)));
  return known && eq(settlements.id, known.id);
}
