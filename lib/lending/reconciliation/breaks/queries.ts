import { eq, type SQL } from "drizzle-orm";
import { db } from "@/db/client";
import { matchesRef } from "@/db/merchant-ref";
import { onPage, pageOf, pageOrder, pageRows, requireNeighbour } from "@/db/page";
import { merchants } from "@/db/schema/merchants";
import { breaks } from "@/db/schema/settlements";
import { inReach } from "@/db/tenancy";
import { notFound } from "@/lib/kernel/errors";
import type { Reach } from "@/lib/kernel/reach";
import { owedNow } from "./owed";
import type { BreakAnswer, BreakFilters, BreakList } from "./schema";
import { toBreakAnswer } from "./serialize";

export async function listBreaks(reach: Reach, query: BreakFilters & { limit: number }): Promise<BreakList> {
  const { type, status, loanId, merchantId } = query;
  const conditions = [
    type && eq(breaks.type, type),
    status && eq(breaks.status, status),
    loanId ? eq(breaks.loanId, loanId) : undefined,
    merchantId ? matchesRef(merchantId) : undefined,
  ];
  await requireNeighbour(breaks.id, query, inReach(breaks, reach));
  const rows = await selectBreaks(inReach(breaks, reach, ...conditions, onPage(breaks.id, query)))
    .orderBy(pageOrder(breaks.id, query))
    .limit(pageRows(query));
  const page = pageOf(rows, query);
  return { data: page.rows.map(toBreakAnswer), hasMore: page.hasMore };
}

export async function getBreak(reach: Reach, breakId: string): Promise<BreakAnswer> {
  const [row] = await selectBreaks(inReach(breaks, reach, eq(breaks.id, breakId)));
  if (!row) throw notFound("break");
  return toBreakAnswer(row);
}

function selectBreaks(where: SQL | undefined) {
  return db()
    .select({ found: breaks, thirdPartyCustomerId: merchants.thirdPartyCustomerId, owed: owedNow })
    .from(breaks)
    .innerJoin(merchants, eq(merchants.id, breaks.merchantId))
    .where(where)
    .$dynamic();
}
