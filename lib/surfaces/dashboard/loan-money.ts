import { and, asc, desc, eq, gt, lt, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { onPage, type Page, pageOf, pageOrder, pageRows } from "@/db/page";
import { collectionDays } from "@/db/schema/collection";
import { repaymentEvents } from "@/db/schema/data-events";
import { journals, ledgerEntries } from "@/db/schema/ledger";
import { loans } from "@/db/schema/loans";
import { settlements } from "@/db/schema/settlements";
import { inReach } from "@/db/tenancy";
import { type Kobo, minus } from "@/lib/kernel/money";
import type { Reach } from "@/lib/kernel/reach";
import { toleranceOf } from "@/lib/lending/collection/spread";
import { table } from "@/lib/surfaces/lists/list";
import { beyondRounding } from "@/lib/terms/collection/constants";
import type { Label } from "@/lib/terms/label";
import type { Account } from "@/lib/terms/ledger/constants";

/** A journal of a loan with its entries, debit positive. */
export type JournalRow = Omit<typeof journals.$inferSelect, "payoutId" | "marketplaceId" | "environment" | "loanId"> & {
  entries: { account: Account; amount: Kobo }[];
};

const entries = sql<JournalRow["entries"]>`(
  select coalesce(json_agg(json_build_object('account', e.account, 'amount', e.amount) order by e.amount desc), '[]'::json)
  from ${ledgerEntries} e where e.journal_id = ${journals.id})`;

/** A page of a loan's journals, newest first, cut by a neighbour's number. */
export async function listJournals(
  reach: Reach,
  loanId: string,
  page: Page,
): Promise<{ rows: JournalRow[]; hasMore: boolean }> {
  const { id, number, type, source, repaymentEventId, paymentId, occurredAt, recordedAt } = journals;
  const { startingAfter, endingBefore } = page;
  const rows = await db()
    .select({ id, number, type, source, repaymentEventId, paymentId, occurredAt, recordedAt, entries })
    .from(journals)
    .innerJoin(loans, eq(loans.id, journals.loanId))
    .where(
      and(
        inReach(loans, reach, eq(journals.loanId, loanId)),
        startingAfter === undefined ? undefined : lt(number, Number(startingAfter)),
        endingBefore === undefined ? undefined : gt(number, Number(endingBefore)),
      ),
    )
    .orderBy(endingBefore === undefined ? desc(number) : asc(number))
    .limit(pageRows(page));
  return pageOf(rows, page);
}

/** Of a loan, or of what was found in a settlement, newest first: with the settlement that each was found in. */
export async function listReports(reach: Reach, of: { loanId: string } | { settlementId: string }, page: Page) {
  const { id, type, reference, originalReference, amount, effect, occurredAt, receivedAt, orderId, loanId } =
    repaymentEvents;
  const those = "loanId" in of ? eq(loanId, of.loanId) : eq(repaymentEvents.settlementId, of.settlementId);
  const rows = await db()
    .select({
      ...{ id, type, reference, originalReference, amount, effect, occurredAt, receivedAt, orderId, loanId },
      settlementId: settlements.id,
      settlementReference: settlements.reference,
    })
    .from(repaymentEvents)
    .leftJoin(settlements, eq(settlements.id, repaymentEvents.settlementId))
    .where(inReach(repaymentEvents, reach, those, onPage(id, page)))
    .orderBy(pageOrder(id, page))
    .limit(pageRows(page));
  return pageOf(rows, page);
}

export type ReportRow = Awaited<ReturnType<typeof listReports>>["rows"][number];

/** Newest first, cut by a neighbour's date. Judged as breaks are: differences of rounding are as agreed. */
export async function listCollectionDays(reach: Reach, loanId: string, page: Page) {
  const { day, agreed, taken, missing, excess, judgedAt } = collectionDays;
  const { startingAfter, endingBefore } = page;
  const rows = await db()
    .select({ day, agreed, taken, missing, excess, judgedAt })
    .from(collectionDays)
    .innerJoin(loans, eq(loans.id, collectionDays.loanId))
    .where(
      and(
        inReach(loans, reach, eq(collectionDays.loanId, loanId)),
        startingAfter === undefined ? undefined : lt(day, startingAfter),
        endingBefore === undefined ? undefined : gt(day, endingBefore),
      ),
    )
    .orderBy(endingBefore === undefined ? desc(day) : asc(day))
    .limit(pageRows(page));
  const { rows: days, hasMore } = pageOf(rows, page);
  return { rows: days.map((one) => ({ ...one, judgement: judgementOf(one) })), hasMore };
}

type Day = Awaited<ReturnType<typeof listCollectionDays>>["rows"][number];

const judgements: Record<Day["judgement"], Label> = {
  AWAITED: { label: "May still come", tone: "busy" },
  AGREED: { label: "As agreed", tone: "good" },
  SHORT: { label: "Missing", tone: "bad" },
  OVER: { label: "Too much", tone: "bad" },
};

export const daysTable = table<Day>({
  caption: "Agreed and taken by day",
  id: ({ day }) => day,
  columns: ({ date, money, state }) => ({
    day: date("Sales of", ({ day }) => day),
    agreed: money("Agreed", ({ agreed }) => agreed),
    taken: money("Taken", ({ taken }) => taken),
    difference: money("Difference", ({ agreed, taken }) => beyondRounding(minus(taken, agreed)) || null),
    judgement: state("Judgement", ({ judgement }) => judgement, judgements, { below: true }),
  }),
  shown: { day: 1, agreed: 1, taken: 1, difference: 2, judgement: 2 },
});

type Judged = Pick<typeof collectionDays.$inferSelect, "agreed" | "taken" | "missing" | "excess" | "judgedAt">;

function judgementOf({ agreed, taken, missing, excess, judgedAt }: Judged): "AWAITED" | "AGREED" | "SHORT" | "OVER" {
  const tolerance = toleranceOf(agreed);
  if (excess > tolerance) return "OVER";
  // Nothing is awaited of a day that misses nothing.
  if (judgedAt === null && minus(agreed, minus(taken, excess)) > tolerance) return "AWAITED";
  return missing > tolerance ? "SHORT" : "AGREED";
}
