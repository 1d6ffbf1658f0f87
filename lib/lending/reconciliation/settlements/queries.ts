import { eq, type SQL, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { matchesRef } from "@/db/merchant-ref";
import { onPage, pageOf, pageOrder, pageRows, requireNeighbour } from "@/db/page";
import { repaymentEvents } from "@/db/schema/data-events";
import { merchants } from "@/db/schema/merchants";
import { breaks, settlementCorrections, settlements } from "@/db/schema/settlements";
import { inReach } from "@/db/tenancy";
import { notFound } from "@/lib/kernel/errors";
import type { Reach } from "@/lib/kernel/reach";
import { type SettlementAnswer, type SettlementFilters, type SettlementList, shownMatches } from "./list-schema";
import { type Correction, type Match, toSettlementAnswer } from "./serialize";

const matches = sql<Match[]>`coalesce((
  select json_agg(json_build_object('repaymentEventId', r.id, 'loanId', r.loan_id, 'reference', r.reference,
    'amount', r.amount, 'deductedAt', r.occurred_at, 'reportedAt', r.received_at) order by r.occurred_at, r.id)
  from (
    select * from ${repaymentEvents} where settlement_id = ${settlements.id} order by occurred_at, id limit ${shownMatches}
  ) r), '[]'::json)`;

const matchCount = sql<number>`(
  select count(*)::int from ${repaymentEvents} r where r.settlement_id = ${settlements.id})`;

const openBreaks = sql<string[]>`array(
  select b.id from ${breaks} b
  where b.marketplace_id = ${settlements.marketplaceId} and b.environment = ${settlements.environment}
    and b.settlement_id = ${settlements.id} and b.status <> 'RESOLVED'
  order by b.id)`;

const corrections = sql<Correction[]>`coalesce((
  select json_agg(json_build_object('previous', c.previous, 'corrected', c.corrected, 'reason', c.reason,
    'correctedBy', c.corrected_by, 'correctedAt', c.corrected_at) order by c.number)
  from ${settlementCorrections} c where c.settlement_id = ${settlements.id}), '[]'::json)`;

export async function listSettlements(
  reach: Reach,
  query: SettlementFilters & { limit: number },
): Promise<SettlementList> {
  const { merchantId, matchStatus } = query;
  const conditions = [
    merchantId ? matchesRef(merchantId) : undefined,
    matchStatus && eq(settlements.matchStatus, matchStatus),
    onPage(settlements.id, query),
  ];
  await requireNeighbour(settlements.id, query, inReach(settlements, reach));
  const rows = await selectSettlements(inReach(settlements, reach, ...conditions))
    .orderBy(pageOrder(settlements.id, query))
    .limit(pageRows(query));
  const page = pageOf(rows, query);
  return { data: page.rows.map(toSettlementAnswer), hasMore: page.hasMore };
}

export async function getSettlement(reach: Reach, settlementId: string): Promise<SettlementAnswer> {
  const [row] = await selectSettlements(inReach(settlements, reach, eq(settlements.id, settlementId)));
  if (!row) throw notFound("settlement");
  return toSettlementAnswer(row);
}

function selectSettlements(where: SQL | undefined) {
  const { thirdPartyCustomerId } = merchants;
  return db()
    .select({ settlement: settlements, thirdPartyCustomerId, matches, matchCount, openBreaks, corrections })
    .from(settlements)
    .innerJoin(merchants, eq(merchants.id, settlements.merchantId))
    .where(where)
    .$dynamic();
}
