import { and, asc, desc, eq, gt, lt } from "drizzle-orm";
import type { z } from "zod";
import { businessName } from "@/db/business-name";
import { db } from "@/db/client";
import { pageOf, pageRows, requireNeighbour } from "@/db/page";
import { loans } from "@/db/schema/loans";
import { marketplaces } from "@/db/schema/marketplaces";
import { merchants } from "@/db/schema/merchants";
import { breaks } from "@/db/schema/settlements";
import type { ConsoleScope } from "@/lib/surfaces/console/scope";
import { list } from "@/lib/surfaces/lists/list";
import { choice, listQuery } from "@/lib/surfaces/lists/list-query";
import { breakLabels, breakTypeLabels } from "@/lib/terms/dashboard/labels";

const breakQuery = listQuery("break", { status: choice("State", breakLabels), type: choice("Kind", breakTypeLabels) });
type Query = Partial<z.output<typeof breakQuery>> & { limit: number };

/** Of all marketplaces, the oldest first: those that were answered, which wait for a decision, unless others are asked for. */
async function listBreaksForOperators({ environment }: ConsoleScope, query: Query) {
  const { q, status = "ANSWERED", type, startingAfter, endingBefore } = query;
  const own = eq(breaks.environment, environment);
  await requireNeighbour(breaks.id, query, own);
  const wanted = and(
    own,
    eq(breaks.status, status),
    type && eq(breaks.type, type),
    q === undefined ? undefined : eq(breaks.id, q),
    startingAfter === undefined ? undefined : gt(breaks.id, startingAfter),
    endingBefore === undefined ? undefined : lt(breaks.id, endingBefore),
  );
  const { id, expected, actual, detectedAt, merchantId, loanId } = breaks;
  const rows = await db()
    .select({
      ...{ id, type: breaks.type, status: breaks.status, expected, actual, detectedAt, merchantId, loanId },
      businessName,
      marketplace: marketplaces.name,
      loanReference: loans.reference,
    })
    .from(breaks)
    .innerJoin(merchants, eq(merchants.id, breaks.merchantId))
    .innerJoin(marketplaces, eq(marketplaces.id, breaks.marketplaceId))
    .leftJoin(loans, eq(loans.id, breaks.loanId))
    .where(wanted)
    .orderBy(endingBefore === undefined ? asc(breaks.id) : desc(breaks.id))
    .limit(pageRows(query));
  return pageOf(rows, query);
}

export const breakList = list({
  path: "breaks",
  title: "Breaks",
  lead: "Where reports, settlements and the ledger disagree about money, the oldest first. Without a state: those that wait for a decision.",
  nav: { group: "Loans", key: "b" },
  search: "Break, by its id",
  query: breakQuery,
  read: listBreaksForOperators,
  href: ({ id }) => `breaks/${id}`,
  columns: ({ text, money, moment, state, shown }) => ({
    wrong: shown("What is wrong", ({ type }) => [{ text: breakTypeLabels[type] }]),
    status: state("State", ({ status }) => status, breakLabels),
    merchant: text("Merchant", ({ businessName, marketplace }) => `${businessName}, ${marketplace}`, { below: true }),
    loan: shown("Loan", ({ loanId, loanReference }) =>
      loanId ? [{ text: loanReference ?? loanId, href: `loans/${loanId}` }] : [{ text: "–", look: "quiet" }],
    ),
    expected: money("Expected", ({ expected }) => expected),
    actual: money("Actual", ({ actual }) => actual),
    detectedAt: moment("Found", ({ detectedAt }) => detectedAt),
  }),
  table: { wrong: 1, merchant: 2, loan: 2, expected: 1, actual: 1, status: 2, detectedAt: 3 },
  none: { title: "Nothing waits for a decision", text: "Breaks that marketplaces have answered appear here." },
});
