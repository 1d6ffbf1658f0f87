import { eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { db } from "@/db/client";
import { loans } from "@/db/schema/loans";
import { merchants } from "@/db/schema/merchants";
import { inReach } from "@/db/tenancy";
import { day, later } from "@/lib/kernel/calendar";
import { isId } from "@/lib/kernel/ids";
import { type Kobo, minus, plus, zero } from "@/lib/kernel/money";
import type { Reach } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { totalDue, totalPaid } from "@/lib/loans/ledger/balances";
import { readLoanStatuses } from "@/lib/loans/loans/queries";
import { daysPastDueSince } from "@/lib/terms/loans/delinquency";
import { isOffer, type LoanStatus, loanStates, shownStatus } from "@/lib/terms/loans/states";
import { type Found, findRows, usualEffort } from "./find-rows";
import { type Arrears, isChosen, type LoanQuery } from "./loans-schema";
import { namedBy } from "./of-merchant";
import { endOf, ordered, row, type Stretch, type Walk, walkById } from "./walk-tenant";

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
  /** Of an offer: what it would come to. */
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
 */
export async function listLoansForStaff(
  reach: Reach,
  query: LoanQuery & { limit: number },
  now: BusinessTime,
  effort = usualEffort,
): Promise<Found<LoanRow>> {
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
  const named = await namedBy(loans.merchantId, reach, query, knownBy(query));
  const { rows, ...rest } = await findRows(reach, query, { walk, named, read }, effort);
  const stopped = await stoppedAges(
    reach,
    rows.map(({ loan }) => loan),
    now,
  );
  return { rows: rows.map(({ loan, ...merchant }) => ({ ...merchant, ...rowOf(loan, stopped, now) })), ...rest };
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

function knownBy({ q = "" }: LoanQuery): SQL | undefined {
  if (isId("loan", q)) return eq(loans.id, q);
  return /^LN-/i.test(q) ? eq(loans.reference, q.toUpperCase()) : undefined;
}

/** Along the loans past due, the paused, those of each of some states, or all. */
export function loanWalk(within: Reach, query: LoanQuery, now: BusinessTime): Walk {
  const { status, arrears } = query;
  const states = status && loanStates.filter((state) => isChosen(shownStatus(state), status));
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
  { startingAfter, endingBefore }: LoanQuery,
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
  return { table: loans, ranges: [sql.join(bounds, sql` and `)], along: ordered(columns, direction), order };
}

function rowOf(
  loan: typeof loans.$inferSelect,
  stopped: ReadonlyMap<string, number>,
  now: BusinessTime,
): Omit<LoanRow, "businessName" | "thirdPartyCustomerId"> {
  const { id, reference, merchantId, principal, approvedAt, disbursedAt, dueDate } = loan;
  const interest = loan.cooledOffAt ? zero : loan.interest;
  const figures = { ...loan, interest, portions: [], disbursed: disbursedAt !== null };
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
