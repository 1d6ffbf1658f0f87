import { and, eq, inArray, isNull, ne, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { z } from "zod";
import { type Page, pageOf, pageRows } from "@/db/page";
import { koboValue, rowsOf } from "@/db/rows";
import { repaymentEvents } from "@/db/schema/data-events";
import { loans, payouts } from "@/db/schema/loans";
import { payments } from "@/db/schema/payments";
import { inReach } from "@/db/tenancy";
import { dayBegins, dayEnds } from "@/lib/kernel/lagos-days";
import type { Reach } from "@/lib/kernel/reach";
import { businessTimeOf } from "@/lib/kernel/time";
import { bookedEffects } from "@/lib/terms/ledger/constants";
import { debitFailures, paymentSources, paymentStatuses } from "@/lib/terms/payments/states";
import { type Holding, narrowed, reachesOf } from "./holding";
import { type HeldMovement, type MovementQuery, type MovementWay, movementKinds } from "./schema";

type Asked = MovementQuery & Page;

const movementRow = z.strictObject({
  id: z.string(),
  kind: z.enum(movementKinds),
  /** In milliseconds. */
  at: z.number(),
  amount: koboValue,
  loanId: z.string(),
  loanReference: z.string(),
  merchantId: z.string(),
  reference: z.string(),
  orderId: z.string().nullable(),
  orderAmount: koboValue.nullable(),
  reverses: z.string().nullable(),
  reversed: koboValue,
  source: z.enum(paymentSources).nullable(),
  status: z.enum(paymentStatuses).nullable(),
  failure: z.enum(debitFailures).nullable(),
});

/** Newest first by when it happened: from sales and given back of that, payments however they ended, and refunds. */
export async function listHeldMovements(
  holding: Holding,
  query: Asked,
): Promise<{ rows: HeldMovement[]; hasMore: boolean }> {
  const ways = query.way === undefined ? Object.values(listed) : [listed[query.way]];
  // One list for each merchant and way: each is read from its end, and none is sorted whole.
  const lists = reachesOf(narrowed(holding, query.shop)).flatMap((reach) =>
    ways.map((list) => sql`(${list(reach, query)} ${along(sql`2`, sql`1`, query)})`),
  );
  if (lists.length === 0) return { rows: [], hasMore: false };
  const found = await rowsOf(movementRow)`
    select m.id, m.kind, (extract(epoch from m.at) * 1000)::float8 as at, m.amount::float8 as amount,
      m.loan_id as "loanId", l.reference as "loanReference", l.merchant_id as "merchantId", m.reference,
      m.order_id as "orderId", m.order_amount::float8 as "orderAmount", m.reverses,
      (select coalesce(sum(v.amount), 0) from repayment_events v where m.kind = 'DEDUCTION' and v.loan_id = m.loan_id
        and v.original_reference = m.reference and v.type = 'repayment.reversed' and ${inArray(sql`v.effect`, booked)}
      )::float8 as reversed, m.source, m.status, m.failure
    from (select * from (${sql.join(lists, sql` union all `)}) every (${columns})
      ${along(sql`every.at`, sql`every.id`, query)}) m
    join loans l on l.id = m.loan_id ${along(sql`m.at`, sql`m.id`, query)}`;
  const { rows, hasMore } = pageOf(found, query);
  const placed = rows.map((row) => ({ ...row, at: businessTimeOf(row.at), place: `${row.at}.${row.id}` }));
  return { rows: placed, hasMore };
}

const booked = [...bookedEffects];

/** The lists that are put together have these columns. */
const columns = sql`id, at, loan_id, amount, kind, reference, order_id, order_amount, reverses, source, status, failure`;

const listed: Record<MovementWay, (reach: Reach, query: Asked) => SQL> = {
  SALES(reach, query) {
    const it = repaymentEvents;
    const types = inArray(it.type, ["repayment.deducted", "repayment.reversed"]);
    const those = inReach(it, reach, types, inArray(it.effect, booked), within(it.loanId, it.occurredAt, it.id, query));
    return sql`select ${it.id}, ${it.occurredAt}, ${it.loanId}, ${it.amount},
      case ${it.type} when 'repayment.deducted' then 'DEDUCTION' else 'REVERSAL' end, ${it.reference}, ${it.orderId},
      ${it.sourceAmount}, ${it.originalReference}, null::text, null::text, null::text from ${it} where ${those}`;
  },
  OWN(reach, query) {
    const it = payments;
    const at = sql`coalesce(${it.finishedAt}, ${it.orderedAt})`;
    // What was given up before the bank was asked is nothing that happened.
    const those = inReach(loans, reach, ne(it.status, "CANCELLED"), within(it.loanId, at, it.id, query));
    return sql`select ${it.id}, ${at}, ${it.loanId}, ${it.amount}, 'PAYMENT', coalesce(${it.providerReference}, ${it.id}),
      null, null::bigint, null, ${it.source}, ${it.status}, ${it.failure}
      from ${it} join ${loans} on ${loans.id} = ${it.loanId} where ${those}`;
  },
  REFUND(reach, query) {
    const it = payouts;
    const refunded = and(eq(it.purpose, "REFUND"), eq(it.status, "CONFIRMED"), isNull(it.reversedAt));
    const those = inReach(loans, reach, refunded, within(it.loanId, sql`${it.finishedAt}`, it.id, query));
    return sql`select ${it.id}, ${it.finishedAt}, ${it.loanId}, ${it.amount}, 'REFUND',
      coalesce(${it.providerReference}, ${it.id}), null, null::bigint, null, null, null, null
      from ${it} join ${loans} on ${loans.id} = ${it.loanId} where ${those}`;
  },
};

function within(loanId: SQLWrapper, at: SQLWrapper, id: SQLWrapper, query: Asked): SQL | undefined {
  const { loan, from, to, startingAfter, endingBefore } = query;
  const cut = startingAfter ?? endingBefore;
  const [ms, neighbour] = cut === undefined ? [] : [Number(cut.split(".")[0]), cut.split(".")[1]];
  const beyond = startingAfter === undefined ? sql`>` : sql`<`;
  return and(
    loan === undefined ? undefined : sql`${loanId} = ${loan}`,
    from === undefined ? undefined : sql`${at} >= ${dayBegins(from).toISOString()}`,
    to === undefined ? undefined : sql`${at} < ${dayEnds(to).toISOString()}`,
    ms === undefined
      ? undefined
      : sql`(${at}, ${id}) ${beyond} (${new Date(ms).toISOString()}::timestamptz, ${neighbour})`,
  );
}

/** From the newest on, or from the oldest where the page ends before a neighbour, no more than a page and a row. */
function along(at: SQL, id: SQL, query: Asked): SQL {
  const direction = query.endingBefore === undefined ? sql`desc` : sql`asc`;
  return sql`order by ${at} ${direction}, ${id} ${direction} limit ${pageRows(query)}`;
}
