import { and, asc, desc, eq, gt, inArray, isNotNull, lte, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { db } from "@/db/client";
import { onPage, type Page, pageOf, pageOrder, pageRows } from "@/db/page";
import { loans } from "@/db/schema/loans";
import { merchants } from "@/db/schema/merchants";
import { inReach } from "@/db/tenancy";
import { day, later } from "@/lib/calendar";
import { isId } from "@/lib/ids";
import { totalDue, totalPaid } from "@/lib/ledger/balances";
import { daysPastDueSince } from "@/lib/loans/delinquency";
import { type LoanState, type LoanStatus, loanStates, shownStatus } from "@/lib/loans/states";
import { type Kobo, minus, zero } from "@/lib/money";
import type { Reach } from "@/lib/reach";
import type { BusinessTime } from "@/lib/time";
import type { Arrears, LoanQuery } from "./loans-schema";
import { allOf, ofMerchant, ofMerchantLike, tooMany } from "./of-merchant";
import { onPageAlong } from "./walk-tenant";

/** A loan in the dashboard's list. */
export type LoanRow = {
  id: string;
  reference: string;
  merchantId: string;
  businessName: string;
  thirdPartyCustomerId: string | null;
  status: LoanStatus;
  principal: Kobo;
  /** Zero for an offer, and once nothing is due any more. */
  outstanding: Kobo;
  paid: Kobo;
  due: Kobo;
  approvedAt: BusinessTime;
  disbursedAt: BusinessTime | null;
  dueDate: string;
  daysPastDue: number;
  paused: boolean;
};

/**
 * Loans for staff, newest first; those past due with the longest past due first. What is searched for is a loan's id or
 * reference, or merchants.
 * @returns `tooMany` when it is for so many merchants that nothing was looked up.
 * @throws CodedError VALIDATION_FAILED when both cursors are given
 */
export async function listLoansForStaff(
  reach: Reach,
  query: LoanQuery & { limit: number },
  now: BusinessTime,
): Promise<{ rows: LoanRow[]; hasMore: boolean; tooMany?: true }> {
  const named = await namedBy(reach, query);
  if (named === tooMany) return { rows: [], hasMore: false, tooMany: true };
  if (!named) return { rows: [], hasMore: false };
  const { status, arrears } = query;
  const aged = arrears !== undefined && arrears !== "paused";
  const states = status && loanStates.filter((state) => shownStatus(state) === status);
  const walks = !aged && named.length === 0 && !(states && arrears);
  const conditions = [
    ...named,
    aged ? agedBy(arrears, now) : arrears && isNotNull(loans.pausedAt),
    states && inArray(loans.status, states),
    walks ? onWalkedPage(reach, states, query) : aged ? onAgedPage(reach, query) : onPage(loans.id, query),
  ];
  const order = aged ? agedOrder(query) : [pageOrder(loans.id, query)];
  const rows = await db()
    .select({ loan: loans, businessName: merchants.businessName, thirdPartyCustomerId: merchants.thirdPartyCustomerId })
    .from(loans)
    .innerJoin(merchants, eq(merchants.id, loans.merchantId))
    .where(inReach(loans, reach, ...conditions))
    .orderBy(...order)
    .limit(pageRows(query));
  const page = pageOf(rows, query);
  return {
    rows: page.rows.map(({ loan, ...merchant }) => ({ ...merchant, ...rowOf(loan, now) })),
    hasMore: page.hasMore,
  };
}

/** What names the loans: of merchants, or one by its id or reference. Null when nothing is so named. */
async function namedBy(reach: Reach, { q, merchant }: LoanQuery): Promise<SQL[] | typeof tooMany | null> {
  const conditions = [
    merchant === undefined ? undefined : await ofMerchant(loans.merchantId, reach, merchant),
    q === undefined ? undefined : await looksLike(reach, q),
  ];
  return allOf(conditions);
}

async function looksLike(reach: Reach, q: string): Promise<SQL | typeof tooMany | null> {
  if (isId("loan", q)) return eq(loans.id, q);
  return /^LN-/i.test(q) ? eq(loans.reference, q.toUpperCase()) : ofMerchantLike(loans.merchantId, reach, q);
}

/** In all states, in each of some, or those whose collection is paused. */
function onWalkedPage({ tenant }: Reach, states: readonly LoanState[] | undefined, query: LoanQuery & Page): SQL {
  const paused = query.arrears === "paused" ? isNotNull(loans.pausedAt) : undefined;
  return onPageAlong(
    "loan",
    loans,
    tenant,
    query,
    states?.map((state) => [[loans.status, state]]),
    paused,
  );
}

const daysOf: Record<Exclude<Arrears, "paused">, { from: number; below?: number }> = {
  any: { from: 1 },
  "1-30": { from: 1, below: 31 },
  "31-60": { from: 31, below: 61 },
  "61-90": { from: 61, below: 91 },
  "over-90": { from: 91 },
};

function agedBy(arrears: Exclude<Arrears, "paused">, now: BusinessTime): SQL | undefined {
  const { from, below } = daysOf[arrears];
  const younger = below === undefined ? undefined : gt(loans.agingSince, later(now, -below * day));
  return and(lte(loans.agingSince, later(now, -from * day)), younger);
}

/** Cut by a neighbour, where the longest past due come first. */
function onAgedPage(reach: Reach, { startingAfter, endingBefore }: Page): SQL | undefined {
  const neighbour = startingAfter ?? endingBefore;
  if (neighbour === undefined) return undefined;
  const here = sql`(${loans.agingSince}, ${loans.id})`;
  const n = alias(loans, "n");
  const there = db()
    .select({ agingSince: n.agingSince, id: n.id })
    .from(n)
    .where(inReach(n, reach, eq(n.id, neighbour)));
  return startingAfter === undefined ? sql`${here} < ${there}` : sql`${here} > ${there}`;
}

function agedOrder({ endingBefore }: Page): SQL[] {
  const order = endingBefore === undefined ? asc : desc;
  return [order(loans.agingSince), order(loans.id)];
}

function rowOf(
  loan: typeof loans.$inferSelect,
  now: BusinessTime,
): Omit<LoanRow, "businessName" | "thirdPartyCustomerId"> {
  const { id, reference, merchantId, principal, approvedAt, disbursedAt, dueDate } = loan;
  const interest = loan.cooledOffAt ? zero : loan.interest;
  const figures = { ...loan, interest, portions: [], disbursed: disbursedAt !== null };
  const [due, paid] = [totalDue(figures), totalPaid(figures)];
  return {
    ...{ id, reference, merchantId, principal, approvedAt, disbursedAt, dueDate, due, paid },
    status: shownStatus(loan.status),
    outstanding: loan.receivedAtWriteOff === null ? minus(due, paid) : zero,
    daysPastDue: daysPastDueSince(loan.agingSince, now),
    paused: loan.pausedAt !== null,
  };
}
