import { asc, count, eq, inArray, sql } from "drizzle-orm";
import { businessName } from "@/db/business-name";
import { db } from "@/db/client";
import { marketplaces } from "@/db/schema/marketplaces";
import { merchants } from "@/db/schema/merchants";
import { breaks } from "@/db/schema/settlements";
import { notFound } from "@/lib/kernel/errors";
import { owedNow } from "@/lib/lending/reconciliation/breaks/owed";
import { findMerchantSubject } from "./queries";

/** Whom a break concerns, in one line. */
const names = { marketplace: marketplaces.name, businessName };

export type ListedBreak = Awaited<ReturnType<typeof listOpenBreaks>>["listed"][number];

/** Breaks that have not ended: the answered ones, which wait for a decision, first, then the longest open. */
export async function listOpenBreaks(limit: number) {
  const open = inArray(breaks.status, ["OPEN", "ANSWERED"]);
  const listed = await db()
    .select({ found: breaks, ...names })
    .from(breaks)
    .innerJoin(merchants, eq(merchants.id, breaks.merchantId))
    .innerJoin(marketplaces, eq(marketplaces.id, breaks.marketplaceId))
    .where(open)
    .orderBy(sql`${breaks.status} <> 'ANSWERED'`, asc(breaks.detectedAt), asc(breaks.id))
    .limit(limit);
  const [{ all = 0 } = {}] = await db().select({ all: count() }).from(breaks).where(open);
  return { listed, more: all - listed.length };
}

export async function findBreakSubject(breakId: string) {
  const [row] = await db().select({ found: breaks, owed: owedNow }).from(breaks).where(eq(breaks.id, breakId));
  if (!row) throw notFound("break");
  return { ...row, merchant: await findMerchantSubject(row.found.merchantId) };
}
