import { eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { onPage, type Page, pageOf, pageOrder, pageRows } from "@/db/page";
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
import { findMerchantId } from "./find-merchant-id";
import type { BreakQuery } from "./loans-schema";

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
 * break's, loan's or settlement's id, or a merchant.
 * @throws CodedError VALIDATION_FAILED when both cursors are given
 */
export async function listBreaksForStaff(
  reach: Reach,
  query: BreakQuery & { limit: number; loanId?: string },
): Promise<{ rows: BreakRow[]; hasMore: boolean }> {
  const { type, q, merchant, loanId } = query;
  const status = query.status === "ALL" ? undefined : (query.status ?? "OPEN");
  const conditions: (SQL | undefined)[] = [
    type && eq(breaks.type, type),
    status && eq(breaks.status, status),
    loanId === undefined ? undefined : eq(breaks.loanId, loanId),
  ];
  for (const ref of [merchant, q]) {
    if (ref === undefined) continue;
    const named = await namedBy(reach, ref);
    if (!named) return { rows: [], hasMore: false };
    conditions.push(named);
  }
  const alone = type !== undefined && !status && conditions.filter(Boolean).length === 1;
  if (alone) conditions.push(inEachStatus(reach, type, query));
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
    .where(inReach(breaks, reach, ...conditions, onPage(breaks.id, query)))
    .orderBy(pageOrder(breaks.id, query))
    .limit(pageRows(query));
  const page = pageOf(rows, query);
  return { rows: page.rows.map((row) => ({ ...row, needsOperator: needsOperator(row) })), hasMore: page.hasMore };
}

/** The first of a page in each status: the index has the status before the id. */
function inEachStatus(reach: Reach, type: BreakType, query: Page): SQL {
  const ofStatus = inReach(
    breaks,
    reach,
    eq(breaks.type, type),
    sql`${breaks.status} = s.status`,
    onPage(breaks.id, query),
  );
  return sql`${breaks.id} in (
    select first.id from unnest(${sql.param([...breakStatuses])}::text[]) s(status) cross join lateral (
      select ${breaks.id} as id from ${breaks} where ${ofStatus} order by ${pageOrder(breaks.id, query)}
      limit ${pageRows(query)}) first)`;
}

async function namedBy(reach: Reach, ref: string): Promise<SQL | null> {
  if (isId("break", ref)) return eq(breaks.id, ref);
  if (isId("loan", ref)) return eq(breaks.loanId, ref);
  if (isId("settlement", ref)) return eq(breaks.settlementId, ref);
  const merchantId = await findMerchantId(reach, ref);
  return merchantId === null ? null : eq(breaks.merchantId, merchantId);
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
