import { eq, type SQL } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { rowsOf } from "@/db/rows";
import { loans } from "@/db/schema/loans";
import { merchants } from "@/db/schema/merchants";
import { breaks, settlements } from "@/db/schema/settlements";
import { inReach } from "@/db/tenancy";
import { isId } from "@/lib/kernel/ids";
import type { Reach } from "@/lib/kernel/reach";
import { list, noneOf } from "@/lib/surfaces/lists/list";
import { toMerchant } from "@/lib/surfaces/lists/list-columns";
import { choice, listQuery, ofOneMerchant } from "@/lib/surfaces/lists/list-query";
import { type BreakStatus, type BreakType, breakStatuses } from "@/lib/terms/breaks";
import { breakLabels, breakTypeLabels } from "@/lib/terms/dashboard/labels";
import type { Part } from "@/lib/terms/dashboard/table-schema";
import { findPage, wantedBy } from "./find-page";
import { type Stretch, walkById } from "./walk-tenant";

const breakQuery = listQuery("break", {
  merchant: ofOneMerchant,
  /** Has tabs instead of a field. Without it, OPEN: those that wait for the marketplace. */
  status: z
    .enum([...breakStatuses, "ALL"])
    .optional()
    .catch(undefined),
  type: choice("Kind", breakTypeLabels),
});
export type BreakQuery = z.output<typeof breakQuery>;
type Query = Partial<BreakQuery> & { limit: number; loanId?: string };

/** Newest first; without a status, OPEN. A search is for a break's, loan's or settlement's id, or merchants. */
export async function listBreaksForStaff(reach: Reach, query: Query) {
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
  const wanted = await wantedBy(breaks.merchantId, reach, query, knownBy(query));
  if (loanId !== undefined) wanted?.few.push(eq(breaks.loanId, loanId));
  return findPage(reach, query, { walk, wanted, read });
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

function knownBy({ q = "" }: Query): SQL | undefined {
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

const nothingWaits = { title: "Nothing waits for you", text: "Your reports, your settlements and our ledger agree." };

export const breakList = list({
  path: "breaks",
  title: "Breaks",
  lead: "Where your reports, your settlements and our ledger disagree about money. The open ones wait for you.",
  nav: { group: "Programme", key: "b" },
  search: "Break, loan, settlement or merchant",
  query: breakQuery,
  read: listBreaksForStaff,
  href: ({ id }) => `breaks/${id}`,
  columns: ({ text, money, moment, state, shown }) => ({
    id: text("Break id", ({ id }) => id),
    type: text("Kind", ({ type }) => type),
    status: state("State", ({ status }) => status, breakLabels),
    resolution: text("Resolution", ({ resolution }) => resolution),
    merchantId: text("Merchant id", ({ merchantId }) => merchantId),
    businessName: text("Business name", ({ businessName }) => businessName, {
      ...{ title: "Merchant", href: toMerchant, below: true },
    }),
    loanReference: text("Loan reference", ({ loanReference }) => loanReference),
    settlementReference: text("Settlement reference", ({ settlementReference }) => settlementReference),
    expected: money("Expected", ({ expected }) => expected),
    actual: money("Actual", ({ actual }) => actual),
    detectedAt: moment("Found", ({ detectedAt }) => detectedAt),
    wrong: shown("What is wrong", ({ type }) => [{ text: breakTypeLabels[type] }]),
    about: shown("About", (row) => [aboutOf(row)]),
  }),
  table: { wrong: 1, status: 1, businessName: 2, about: 3, expected: 2, actual: 2, detectedAt: 3 },
  none: nothingWaits,
  noneFits: ({ q, type, merchant, status }) => {
    if (q || type || merchant) return noneOf("breaks");
    return status === "OPEN" ? nothingWaits : { title: "None of these", text: "No break is in this state." };
  },
  live: "breaks",
});

type Row = Awaited<ReturnType<typeof listBreaksForStaff>>["rows"][number];

function aboutOf({ loanId, loanReference, settlementId, settlementReference }: Row): Part {
  if (loanId) return { text: loanReference ?? loanId, href: `loans/${loanId}` };
  return settlementId
    ? { text: `Settlement ${settlementReference}`, href: `settlements/${settlementId}` }
    : { text: "–", look: "quiet" };
}
