import { eq, type SQL } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { onPage, pageOf, pageOrder, pageRows } from "@/db/page";
import { rowsOf } from "@/db/rows";
import { loans } from "@/db/schema/loans";
import { merchants } from "@/db/schema/merchants";
import { breaks, settlements } from "@/db/schema/settlements";
import { inReach } from "@/db/tenancy";
import { type BreakResolution, type BreakType, breakStatuses } from "@/lib/breaks/constants";
import { needsOperator } from "@/lib/breaks/needs-operator";
import { isId } from "@/lib/ids";
import type { Kobo } from "@/lib/money";
import type { Reach } from "@/lib/reach";
import type { BusinessTime } from "@/lib/time";
import type { BreakQuery } from "./loans-schema";
import { allOf, ofMerchant, ofMerchantLike, tooMany } from "./of-merchant";
import { onPageAlong, type Stretch } from "./walk-tenant";

export type BreakStatus = (typeof breakStatuses)[number];

/** A break in the dashboard's list. */
export type BreakRow = {
  id: string;
  type: BreakType;
  status: BreakStatus;
  resolution: BreakResolution | null;
  merchantId: string;
  businessName: string;
  loanId: string | null;
  loanReference: string | null;
  settlementId: string | null;
  settlementReference: string | null;
  expected: Kobo | null;
  actual: Kobo | null;
  detectedAt: BusinessTime;
  /** The marketplace may only answer it. */
  needsOperator: boolean;
};

/**
 * Breaks for staff, newest first. Without a status, those that wait for the marketplace: OPEN. What is searched for is a
 * break's, loan's or settlement's id, or merchants.
 * @returns `tooMany` when that is so many merchants that nothing was looked up.
 * @throws CodedError VALIDATION_FAILED when both cursors are given
 */
export async function listBreaksForStaff(
  reach: Reach,
  query: BreakQuery & { limit: number; loanId?: string },
): Promise<{ rows: BreakRow[]; hasMore: boolean; tooMany?: true }> {
  const { type, q, merchant, loanId } = query;
  const status = query.status === "ALL" ? undefined : (query.status ?? "OPEN");
  const those = allOf([
    loanId === undefined ? undefined : eq(breaks.loanId, loanId),
    merchant === undefined ? undefined : await ofMerchant(breaks.merchantId, reach, merchant),
    q === undefined ? undefined : await looksLike(reach, q),
  ]);
  if (those === tooMany) return { rows: [], hasMore: false, tooMany: true };
  if (!those) return { rows: [], hasMore: false };
  const conditions = [
    ...those,
    type && eq(breaks.type, type),
    status && eq(breaks.status, status),
    those.length > 0
      ? onPage(breaks.id, query)
      : onPageAlong("break", breaks, reach.tenant, query, stretchesOf(type, status)),
  ];
  const { id, resolution, merchantId, settlementId, expected, actual, detectedAt } = breaks;
  const rows = await db()
    .select({
      ...{
        id,
        type: breaks.type,
        status: breaks.status,
        resolution,
        merchantId,
        settlementId,
        expected,
        actual,
        detectedAt,
      },
      businessName: merchants.businessName,
      loanId: breaks.loanId,
      loanReference: loans.reference,
      settlementReference: settlements.reference,
    })
    .from(breaks)
    .innerJoin(merchants, eq(merchants.id, breaks.merchantId))
    .leftJoin(loans, eq(loans.id, breaks.loanId))
    .leftJoin(settlements, eq(settlements.id, breaks.settlementId))
    .where(inReach(breaks, reach, ...conditions))
    .orderBy(pageOrder(breaks.id, query))
    .limit(pageRows(query));
  const page = pageOf(rows, query);
  return { rows: page.rows.map((row) => ({ ...row, needsOperator: needsOperator(row) })), hasMore: page.hasMore };
}

/** The index of types has the status before the id. */
function stretchesOf(type: BreakType | undefined, status: BreakStatus | undefined): Stretch[] {
  if (!type) return [status ? [[breaks.status, status]] : []];
  const statuses = status ? [status] : breakStatuses;
  return statuses.map((one) => [
    [breaks.type, type],
    [breaks.status, one],
  ]);
}

async function looksLike(reach: Reach, q: string): Promise<SQL | typeof tooMany | null> {
  if (isId("break", q)) return eq(breaks.id, q);
  if (isId("loan", q)) return eq(breaks.loanId, q);
  if (isId("settlement", q)) return eq(breaks.settlementId, q);
  return ofMerchantLike(breaks.merchantId, reach, q);
}

/** Counting ends here: however many there are, the page is as fast. */
export const mostCounted = 1_000;

const countRow = z.strictObject({ found: z.int() });

/** How many breaks have a status, up to one more than `mostCounted`. */
export async function countBreaks(reach: Reach, status: BreakStatus): Promise<number> {
  const those = inReach(breaks, reach, eq(breaks.status, status));
  const [row] = await rowsOf(countRow)`
    select count(*)::int as found from (select from ${breaks} where ${those} limit ${mostCounted + 1}) counted`;
  return row?.found ?? 0;
}
