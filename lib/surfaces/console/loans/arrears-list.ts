import { and, asc, desc, eq, gt, gte, isNotNull, lte, notExists, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { businessName } from "@/db/business-name";
import { db } from "@/db/client";
import { pageOf, pageRows, requireNeighbour } from "@/db/page";
import { loanContacts } from "@/db/schema/contacts";
import { loans } from "@/db/schema/loans";
import { marketplaces } from "@/db/schema/marketplaces";
import { merchants } from "@/db/schema/merchants";
import { clockAheadOf } from "@/db/tenancy";
import type { Environment } from "@/lib/kernel/actor";
import { day, later } from "@/lib/kernel/calendar";
import { fromKobo, type Kobo, nairaText } from "@/lib/kernel/money";
import { businessTime, businessTimeOf, type RealTime } from "@/lib/kernel/time";
import type { ConsoleScope } from "@/lib/surfaces/console/scope";
import { list } from "@/lib/surfaces/lists/list";
import { choice, listQuery } from "@/lib/surfaces/lists/list-query";
import { type ArrearsBucket, arrearsBuckets, arrearsLabels, nextStepLabels } from "@/lib/terms/console/arrears";
import { arrearsLabel } from "@/lib/terms/dashboard/labels";
import { daysPastDueSince } from "@/lib/terms/loans/delinquency";
import { shownStatus } from "@/lib/terms/loans/states";
import { nextSteps } from "./next-steps";

const arrearsQuery = listQuery("loan", { bucket: choice("Bucket", arrearsLabels) });
type Query = Partial<z.output<typeof arrearsQuery>> & { limit: number };

/** Loans past due in an environment, the longest past due first; of the paused, the longest paused first. */
export async function listArrears(
  { environment, realNow }: Pick<ConsoleScope, "environment" | "realNow">,
  query: Query,
) {
  const { q, bucket, startingAfter, endingBefore } = query;
  // One that is not late any more has no place in the order: whoever was there begins anew.
  const inOrderStill = isNotNull(bucket === "paused" ? loans.pausedAt : loans.agingSince);
  await requireNeighbour(loans.id, query, and(eq(loans.environment, environment), inOrderStill));
  const since = bucket === "paused" ? loans.pausedAt : agingSince(environment);
  const cut = startingAfter ?? endingBefore;
  const beyond = cut === undefined ? undefined : beyondOf(environment, since, cut, startingAfter !== undefined);
  const named = q === undefined ? undefined : eq(loans.reference, q.toUpperCase());
  const order = endingBefore === undefined ? [asc(since), asc(loans.id)] : [desc(since), desc(loans.id)];
  const ids = db()
    .select({ id: loans.id })
    .from(loans)
    .innerJoin(marketplaces, eq(marketplaces.id, loans.marketplaceId))
    .where(and(eq(loans.environment, environment), within(environment, bucket, realNow), named, beyond))
    .orderBy(...order)
    .limit(pageRows(query));
  const { rows, hasMore } = pageOf(await ids, query);
  return { rows: await inOrder(rows, realNow), hasMore };
}

const quietFor = (days: number, realNow: RealTime) =>
  sql`${later(realNow, -days * day).toISOString()}::timestamptz + ${clockAheadOf(loans)} * interval '1 millisecond'`;

/**
 * Of the loans so many days past due, or more, those with whose merchant nobody has spoken for so many days: how many there
 * are, counted no further than `most`, and the longest late of them.
 */
export async function listQuiet(call: {
  environment: Environment;
  realNow: RealTime;
  pastDue: number;
  quiet: number;
  most: number;
  limit: number;
}) {
  const { environment, realNow, pastDue, quiet, most, limit } = call;
  const other = alias(loans, "other");
  const spoken = db()
    .select({ id: loanContacts.id })
    .from(loanContacts)
    .innerJoin(other, eq(other.id, loanContacts.loanId))
    .where(and(eq(other.merchantId, loans.merchantId), gte(loanContacts.notedAt, quietFor(quiet, realNow))));
  const late = and(lateFor(environment, { from: pastDue, below: null }, realNow), notExists(spoken));
  const ids = await db()
    .select({ id: loans.id })
    .from(loans)
    .innerJoin(marketplaces, eq(marketplaces.id, loans.marketplaceId))
    .where(and(eq(loans.environment, environment), late))
    .orderBy(asc(agingSince(environment)), asc(loans.id))
    .limit(most);
  return { count: ids.length, rows: await inOrder(ids.slice(0, limit), realNow) };
}

/** As a clock that is not moved would say it, so that the loans of all marketplaces are in one order. */
function agingSince(environment: Environment): SQLWrapper {
  if (environment === "live") return loans.agingSince;
  return sql`(${loans.agingSince} - ${clockAheadOf(loans)} * interval '1 millisecond')`;
}

function within(environment: Environment, bucket: ArrearsBucket | undefined, realNow: RealTime): SQL | undefined {
  if (bucket === "paused") return isNotNull(loans.pausedAt);
  return lateFor(environment, bucket ? arrearsBuckets[bucket] : { from: 1, below: null }, realNow);
}

/** Past due for so many days or more, and for less than so many. */
function lateFor(environment: Environment, days: { from: number; below: number | null }, realNow: RealTime) {
  const { from, below } = days;
  const since = agingSince(environment);
  const ago = (so: number) => sql`${later(realNow, -so * day).toISOString()}::timestamptz`;
  return and(isNotNull(loans.agingSince), lte(since, ago(from)), below === null ? undefined : gt(since, ago(below)));
}

/** After, or before, a neighbour in the order of the list. */
function beyondOf(environment: Environment, since: SQLWrapper, cut: string, after: boolean): SQL {
  const there = db()
    .select({ since: sql`${since}` })
    .from(loans)
    .innerJoin(marketplaces, eq(marketplaces.id, loans.marketplaceId))
    .where(and(eq(loans.id, cut), eq(loans.environment, environment)));
  return sql`(${since}, ${loans.id}) ${sql.raw(after ? ">" : "<")} (${there}, ${cut})`;
}

async function inOrder(ids: readonly { id: string }[], realNow: RealTime) {
  const found = await readArrears(
    ids.map(({ id }) => id),
    realNow,
  );
  return ids.flatMap(({ id }) => found.get(id) ?? []);
}

async function readArrears(ids: readonly string[], realNow: RealTime) {
  const ahead = clockAheadOf(loans);
  const today = sql`coalesce(${loans.pausedAt}, ${realNow.toISOString()}::timestamptz + ${ahead} * interval '1 millisecond')`;
  const due = sql`(select coalesce(sum(i.amount - case when ${loans.cooledOffAt} is null then 0 else i.interest end), 0)
    from loan_installments i where i.loan_id = ${loans.id} and i.due_date < (${today} at time zone 'UTC')::date)`;
  const rows = await db()
    .select({
      loan: loans,
      businessName,
      marketplace: marketplaces.name,
      ahead,
      overdue: sql<Kobo>`greatest(0, ${due} - greatest(0, ${loans.received}))::float8`,
      contactAt: sql<string | null>`(select max(c.noted_at)::text from loan_contacts c
        join loans o on o.id = c.loan_id where o.merchant_id = ${loans.merchantId})`,
    })
    .from(loans)
    .innerJoin(marketplaces, eq(marketplaces.id, loans.marketplaceId))
    .innerJoin(merchants, eq(merchants.id, loans.merchantId))
    .where(sql`${loans.id} = any(${sql.param([...ids])}::text[])`);
  const steps = await nextSteps(rows.map(({ loan, ahead: moved }) => ({ loan, now: businessTime(realNow, moved) })));
  return new Map(
    rows.map(({ loan, ahead: moved, contactAt, ...row }) => {
      const { id, reference, merchantId, status } = loan;
      const paused = loan.pausedAt !== null;
      const daysPastDue = daysPastDueSince(loan.agingSince, businessTime(realNow, moved));
      const next = steps.get(id) ?? null;
      const contact = contactAt === null ? null : businessTimeOf(contactAt);
      return [
        id,
        {
          id,
          reference,
          merchantId,
          ...row,
          paused,
          aging: loan.agingSince,
          ahead: moved,
          daysPastDue,
          status: shownStatus(status),
          next,
          contact,
        },
      ];
    }),
  );
}

export const arrearsList = list({
  path: "arrears",
  title: "Arrears",
  lead: "Loans past due on every marketplace, the longest first, with what the rules do next and when.",
  nav: { group: "Loans", key: "a" },
  search: "Loan, by its reference",
  query: arrearsQuery,
  read: listArrears,
  href: ({ id }) => `loans/${id}`,
  columns: ({ text, money, moment, shown }) => ({
    reference: text("Loan", ({ reference }) => reference, { look: "whole" }),
    merchant: text("Merchant", ({ businessName, marketplace }) => `${businessName}, ${marketplace}`, { below: true }),
    state: shown(
      "State",
      (row) => {
        const label = arrearsLabel(row);
        const late = label ? [{ state: label }] : [];
        return row.status === "DEFAULTED" ? [{ state: { label: "Defaulted", tone: "bad" as const } }, ...late] : late;
      },
      { below: true },
    ),
    overdue: money("Overdue", ({ overdue }) => overdue),
    next: shown("Next", ({ next }) =>
      next === null
        ? [{ text: "A person decides", look: "quiet" }]
        : [
            { text: nextStepLabels[next.step] },
            ...(next.amount === null ? [] : [{ note: nairaText(fromKobo(next.amount)) }]),
            ...(next.at === null ? [] : [{ moment: next.at }]),
          ],
    ),
    contact: moment("Last contact", ({ contact }) => contact, { none: "None" }),
  }),
  table: { reference: 1, merchant: 2, state: 2, overdue: 1, next: 2, contact: 3 },
  none: { title: "Nothing is past due", text: "A loan appears here the day after an instalment was not paid." },
});
