import { eq, type SQL } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { rowsOf } from "@/db/rows";
import { loans } from "@/db/schema/loans";
import { merchants } from "@/db/schema/merchants";
import { breaks, settlements } from "@/db/schema/settlements";
import { inReach } from "@/db/tenancy";
import { isId } from "@/lib/kernel/ids";
import type { Kobo } from "@/lib/kernel/money";
import type { Reach } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { needsOperator } from "@/lib/lending/reconciliation/breaks/needs-operator";
import { type BreakResolution, type BreakType, breakStatuses } from "@/lib/terms/breaks";
import { type Found, findRows, usualEffort } from "./find-rows";
import type { BreakQuery } from "./loans-schema";
import { namedBy } from "./of-merchant";
import { type Stretch, walkById } from "./walk-tenant";

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
 */
export async function listBreaksForStaff(
  reach: Reach,
  query: BreakQuery & { limit: number; loanId?: string },
  effort = usualEffort,
): Promise<Found<BreakRow>> {
  const { type, loanId } = query;
  const status = query.status === "ALL" ? undefined : (query.status ?? "OPEN");
  const walk = walkById("break", breaks, reach.tenant, query, stretchesOf(type, status));
  const { id, resolution, merchantId, settlementId, expected, actual, detectedAt } = breaks;
  const read = (chosen: SQL) =>
    db()
      .select({
        ...{ id, type: breaks.type, status: breaks.status, resolution, merchantId, settlementId },
        ...{ expected, actual, detectedAt, loanId: breaks.loanId },
        businessName: merchants.businessName,
        loanReference: loans.reference,
        settlementReference: settlements.reference,
      })
      .from(breaks)
      .innerJoin(merchants, eq(merchants.id, breaks.merchantId))
      .leftJoin(loans, eq(loans.id, breaks.loanId))
      .leftJoin(settlements, eq(settlements.id, breaks.settlementId))
      .where(inReach(breaks, reach, chosen))
      .orderBy(walk.order);
  const named = await namedBy(breaks.merchantId, reach, query, knownBy(query));
  if (named && loanId !== undefined) named.those.push(eq(breaks.loanId, loanId));
  const { rows, ...rest } = await findRows(reach, query, { walk, named, read }, effort);
  return { rows: rows.map((row) => ({ ...row, needsOperator: needsOperator(row) })), ...rest };
}

/** The index of types has the status before the id. */
function stretchesOf(type: BreakType | undefined, status: BreakStatus | undefined): [Stretch, ...Stretch[]] {
  if (!type) return [status ? [[breaks.status, status]] : []];
  const stretch = (one: BreakStatus): Stretch => [
    [breaks.type, type],
    [breaks.status, one],
  ];
  const [first, ...others] = breakStatuses;
  return status ? [stretch(status)] : [stretch(first), ...others.map(stretch)];
}

function knownBy({ q = "" }: BreakQuery): SQL | undefined {
  if (isId("break", q)) return eq(breaks.id, q);
  if (isId("loan", q)) return eq(breaks.loanId, q);
  return isId("settlement", q) ? eq(breaks.settlementId, q) : undefined;
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
