import { eq, type SQL, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { onPage, pageOf, pageOrder, pageRows } from "@/db/page";
import { merchants } from "@/db/schema/merchants";
import { breaks, settlements } from "@/db/schema/settlements";
import { inReach } from "@/db/tenancy";
import { isId } from "@/lib/ids";
import type { Kobo } from "@/lib/money";
import type { Reach } from "@/lib/reach";
import type { matchStatuses } from "@/lib/settlements/constants";
import type { BusinessTime } from "@/lib/time";
import type { SettlementQuery } from "./loans-schema";
import { allOf, ofMerchant, ofMerchantLike, tooMany } from "./of-merchant";
import { onPageAlong, type Stretch } from "./walk-tenant";

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
 * @returns `tooMany` when that is so many merchants that nothing was looked up.
 * @throws CodedError VALIDATION_FAILED when both cursors are given
 */
export async function listSettlementsForStaff(
  reach: Reach,
  query: SettlementQuery & { limit: number },
): Promise<{ rows: SettlementRow[]; hasMore: boolean; tooMany?: true }> {
  const { q, merchant, status } = query;
  const those = allOf([
    merchant === undefined ? undefined : await ofMerchant(settlements.merchantId, reach, merchant),
    q === undefined ? undefined : await looksLike(reach, q),
  ]);
  if (those === tooMany) return { rows: [], hasMore: false, tooMany: true };
  if (!those) return { rows: [], hasMore: false };
  const stretch: Stretch = status ? [[settlements.matchStatus, status]] : [];
  const conditions = [
    ...those,
    status && eq(settlements.matchStatus, status),
    those.length > 0
      ? onPage(settlements.id, query)
      : onPageAlong("settlement", settlements, reach.tenant, query, [stretch]),
  ];
  const { id, reference, merchantId, periodStart, periodEnd, grossAmount, totalDeductions, netAmount } = settlements;
  const { matchStatus, matchedAmount, transferredAt, createdAt } = settlements;
  const { businessName, thirdPartyCustomerId } = merchants;
  const rows = await db()
    .select({
      ...{ id, reference, merchantId, periodStart, periodEnd, grossAmount, totalDeductions, netAmount },
      ...{ matchStatus, matchedAmount, transferredAt, createdAt, businessName, thirdPartyCustomerId, openBreaks },
    })
    .from(settlements)
    .innerJoin(merchants, eq(merchants.id, settlements.merchantId))
    .where(inReach(settlements, reach, ...conditions))
    .orderBy(pageOrder(settlements.id, query))
    .limit(pageRows(query));
  return pageOf(rows, query);
}

async function looksLike(reach: Reach, q: string): Promise<SQL | typeof tooMany | null> {
  if (isId("settlement", q)) return eq(settlements.id, q);
  const [known] = await db()
    .select({ id: settlements.id })
    .from(settlements)
    .where(inReach(settlements, reach, eq(settlements.reference, q)));
  return known ? eq(settlements.id, known.id) : ofMerchantLike(settlements.merchantId, reach, q);
}
