import { eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { db } from "@/db/client";
import { loans } from "@/db/schema/loans";
import { merchants } from "@/db/schema/merchants";
import { inReach } from "@/db/tenancy";
import { day, later } from "@/lib/kernel/calendar";
import { isId } from "@/lib/kernel/ids";
import { minus, plus, zero } from "@/lib/kernel/money";
import type { Reach } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { totalDue, totalPaid } from "@/lib/loans/ledger/balances";
import { movedOf } from "@/lib/loans/loans/load-loans";
import { readLoanStatuses } from "@/lib/loans/loans/queries";
import { list } from "@/lib/surfaces/lists/list";
import { toMerchant } from "@/lib/surfaces/lists/list-columns";
import { choice, listQuery, ofOneMerchant } from "@/lib/surfaces/lists/list-query";
import { arrearsLabel, loanLabels, repaidShare } from "@/lib/terms/dashboard/labels";
import { daysPastDueSince } from "@/lib/terms/loans/delinquency";
import { isCollected, isOffer, loanStates, shownStatus } from "@/lib/terms/loans/states";
import { findPage, wantedBy } from "./find-page";
import { endOf, ordered, row, type Stretch, type Walk, walkById } from "./walk-tenant";

/** How many days a loan that is collected is past due, from the least to the most. `paused`: collection rests. */
const arrearsLabels = {
  any: "Past due, longest first",
  "1-30": "1 to 30 days",
  "31-60": "31 to 60 days",
  "61-90": "61 to 90 days",
  "over-90": "Over 90 days",
  paused: "Collection paused",
};
type Arrears = keyof typeof arrearsLabels;

export const loanQuery = listQuery("loan", {
  merchant: ofOneMerchant,
  status: choice("State", { OUT: "Out: active or defaulted", ...loanLabels }),
  arrears: choice("Arrears", arrearsLabels),
});
type Query = Partial<z.output<typeof loanQuery>>;

/** Newest first; those past due longest first. A search is for a loan's id or reference, or merchants. */
export async function listLoansForStaff(reach: Reach, query: Query & { limit: number }, now: BusinessTime) {
  const walk = loanWalk(reach, query, now);
  const read = (chosen: SQL) =>
    db()
      .select({
        loan: loans,
        businessName: merchants.businessName,
        thirdPartyCustomerId: merchants.thirdPartyCustomerId,
      })
      .from(loans)
      .innerJoin(merchants, eq(merchants.id, loans.merchantId))
      .where(inReach(loans, reach, chosen))
      .orderBy(walk.order);
  const wanted = await wantedBy(loans.merchantId, reach, query, knownBy(query));
  const { rows, hasMore } = await findPage(reach, query, { walk, wanted, read });
  const stopped = await stoppedAges(
    reach,
    rows.map(({ loan }) => loan),
    now,
  );
  return { rows: rows.map(({ loan, ...merchant }) => ({ ...merchant, ...rowOf(loan, stopped, now) })), hasMore };
}

/** The days past due of loans whose debt ages no more, by id: paused, or written off. */
async function stoppedAges(reach: Reach, found: readonly (typeof loans.$inferSelect)[], now: BusinessTime) {
  const stopped = found.filter(({ pausedAt, status }) => pausedAt !== null || status === "WRITTEN_OFF");
  if (stopped.length === 0) return new Map<string, number>();
  const { results } = await readLoanStatuses(
    reach,
    stopped.map(({ id }) => id),
    now,
  );
  return new Map(results.map(({ loanId, health }) => [loanId, health.daysPastDue]));
}

function knownBy({ q = "" }: Query): SQL | undefined {
  if (isId("loan", q)) return eq(loans.id, q);
  return /^LN-/i.test(q) ? eq(loans.reference, q.toUpperCase()) : undefined;
}

/** Along the loans past due, the paused, those of each of some states, or all. */
export function loanWalk(within: Reach, query: Query, now: BusinessTime): Walk {
  const { status, arrears } = query;
  const states =
    status && loanStates.filter((state) => (status === "OUT" ? isCollected(state) : shownStatus(state) === status));
  const rest = states && inArray(loans.status, states);
  if (arrears === "paused")
    return { ...walkById("loan", loans, within.tenant, query, [[]], isNotNull(loans.pausedAt)), rest };
  if (arrears) return { ...walkByAge(within, query, arrears, now), rest };
  const [first = [], ...others] = states?.map((state): Stretch => [[loans.status, state]]) ?? [];
  return walkById("loan", loans, within.tenant, query, [first, ...others]);
}

const daysOf: Record<Exclude<Arrears, "paused">, { from: number; below?: number }> = {
  any: { from: 1 },
  "1-30": { from: 1, below: 31 },
  "31-60": { from: 31, below: 61 },
  "61-90": { from: 61, below: 91 },
  "over-90": { from: 91 },
};

/** From the longest past due to the shortest, cut by the age of a neighbour in reach. */
function walkByAge(
  within: Reach,
  { startingAfter, endingBefore }: Query,
  arrears: Exclude<Arrears, "paused">,
  now: BusinessTime,
): Walk {
  const { from, below } = daysOf[arrears];
  const { marketplaceId, environment } = within.tenant;
  const columns = [loans.marketplaceId, loans.environment, loans.agingSince, loans.id];
  const at = (since: SQL, id: string) => row([marketplaceId, environment, since, id]);
  const ago = (days: number) => sql`${sql.param(later(now, -days * day), loans.agingSince)}`;
  const neighbour = (id: string) => {
    const n = alias(loans, "n");
    const there = db().select({ since: n.agingSince }).from(n);
    return at(sql`${there.where(inReach(n, within, eq(n.id, id)))}`, id);
  };
  const bounds = [
    sql`${row(columns)} > ${at(below === undefined ? sql`'-infinity'` : ago(below), endOf("loan"))}`,
    sql`${row(columns)} < ${at(ago(from), endOf("loan"))}`,
    isNotNull(loans.agingSince),
    ...(startingAfter === undefined ? [] : [sql`${row(columns)} > ${neighbour(startingAfter)}`]),
    ...(endingBefore === undefined ? [] : [sql`${row(columns)} < ${neighbour(endingBefore)}`]),
  ];
  const direction = endingBefore === undefined ? "asc" : "desc";
  const order = ordered([loans.agingSince, loans.id], direction);
  return {
    table: loans,
    merchant: loans.merchantId,
    ranges: [sql.join(bounds, sql` and `)],
    along: ordered(columns, direction),
    order,
  };
}

/** `outstanding` is zero for an offer, and once nothing is due any more; `due` of an offer: what it would come to. */
function rowOf(loan: typeof loans.$inferSelect, stopped: ReadonlyMap<string, number>, now: BusinessTime) {
  const { id, reference, merchantId, principal, approvedAt, disbursedAt, dueDate } = loan;
  const interest = loan.cooledOffAt ? zero : loan.interest;
  const figures = { ...loan, interest, portions: [], ...movedOf(loan) };
  const [owed, paid] = [totalDue(figures), totalPaid(figures)];
  const due = isOffer(loan.status) ? plus(loan.principal, loan.interest) : owed;
  return {
    ...{ id, reference, merchantId, principal, approvedAt, disbursedAt, dueDate, due, paid },
    status: shownStatus(loan.status),
    outstanding: loan.receivedAtWriteOff === null ? minus(owed, paid) : zero,
    daysPastDue: stopped.get(id) ?? daysPastDueSince(loan.agingSince, now),
    paused: loan.pausedAt !== null,
  };
}

export const loanList = list({
  path: "loans",
  title: "Loans",
  lead: "Every offer and loan of your merchants, newest first.",
  nav: { group: "Programme", key: "l" },
  search: "Loan or merchant, by reference or id",
  everywhere: true,
  query: loanQuery,
  read: listLoansForStaff,
  href: ({ id }) => `loans/${id}`,
  columns: ({ text, number, money, moment, date, state, shown }) => ({
    id: text("Loan id", ({ id }) => id),
    reference: text("Loan reference", ({ reference }) => reference, { title: "Loan", look: "whole" }),
    merchantId: text("Merchant id", ({ merchantId }) => merchantId),
    thirdPartyCustomerId: text("Your merchant id", ({ thirdPartyCustomerId }) => thirdPartyCustomerId),
    businessName: text("Business name", ({ businessName }) => businessName, {
      ...{ title: "Merchant", href: toMerchant, below: true },
    }),
    status: state("State", ({ status }) => status, loanLabels),
    daysPastDue: number("Days past due", ({ daysPastDue }) => daysPastDue),
    paused: text("Collection paused", ({ paused }) => (paused ? "yes" : "no")),
    principal: money("Principal", ({ principal }) => principal),
    due: money("Total due", ({ due }) => due),
    paid: money("Paid", ({ paid }) => paid),
    outstanding: money("Outstanding", ({ outstanding }) => outstanding),
    approvedAt: moment("Approved", ({ approvedAt }) => approvedAt),
    disbursedAt: moment("Paid out", ({ disbursedAt }) => disbursedAt, { none: "Not yet" }),
    dueDate: date("Due date", ({ dueDate }) => dueDate, { title: "Due by" }),
    /** What is late, or paused, says that it is active. */
    state: shown("State", (loan) => {
      const arrears = arrearsLabel(loan);
      const status = loan.status !== "ACTIVE" || !arrears ? [{ state: loanLabels[loan.status] }] : [];
      return arrears ? [...status, { state: arrears }] : status;
    }),
    repaid: shown(
      "Repaid",
      ({ paid, due, disbursedAt }) => [{ text: due === 0 || !disbursedAt ? "–" : repaidShare((paid * 100) / due) }],
      { align: "end" },
    ),
  }),
  table: {
    ...{ reference: 1, businessName: 2, state: 1, principal: 2, outstanding: 2, repaid: 3 },
    ...{ dueDate: 3, disbursedAt: 3 },
  },
  none: {
    title: "No loans yet",
    text: "A loan appears here as soon as a merchant's funding request is approved.",
    action: { href: "funding-requests", label: "See funding requests" },
  },
});
