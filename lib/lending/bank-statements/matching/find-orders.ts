import { and, eq, inArray, isNotNull, ne, or, type SQL, sql } from "drizzle-orm";
import { type PgColumn, unionAll } from "drizzle-orm/pg-core";
import { db } from "@/db/client";
import { statementLines } from "@/db/schema/bank-statements";
import { instructionBatches, instructionLines } from "@/db/schema/instruction-batches";
import { loans, mandates, payoutAccounts, payouts } from "@/db/schema/loans";
import { payments } from "@/db/schema/payments";
import type { RealTime } from "@/lib/kernel/time";
import type { Order } from "./judge-lines";

type Named = { lenderId: string; references: readonly string[]; bankReferences: readonly string[]; realNow: RealTime };

/** The lender's orders that some lines may be about: by our reference in them, or by the bank's own, once known. */
export async function findOrders(named: Named): Promise<Order[]> {
  const { realNow } = named;
  const found = [...(await payoutsNamed(named)), ...(await debitsNamed(named))];
  const lines = await linesOf(found.map(({ id }) => id));
  return found.map(({ leasedUntil, ...order }) => {
    const own = lines.filter(({ orderId }) => orderId === order.id);
    const forward = order.kind === "PAYOUT" ? -1 : 1;
    const matched = own.filter(({ state }) => state === "MATCHED" || state === "BOOKED");
    const shown = {
      done: matched.some(({ amount }) => Math.sign(amount) === forward),
      back: matched.some(({ amount }) => Math.sign(amount) === -forward),
      twice: own.some(({ state }) => state === "PAID_TWICE"),
    };
    return { ...order, busy: leasedUntil !== null && leasedUntil > realNow, shown };
  });
}

type Found = Omit<Order, "busy" | "shown"> & { leasedUntil: Date | null };

async function payoutsNamed(named: Named): Promise<Found[]> {
  const rows = await db()
    .select({ payout: payouts, accountEnd: payoutAccounts.lastFour, sent: wasHandedOut(payouts) })
    .from(payouts)
    .innerJoin(loans, eq(loans.id, payouts.loanId))
    .innerJoin(payoutAccounts, eq(payoutAccounts.id, payouts.payoutAccountId))
    .where(and(eq(loans.lenderId, named.lenderId), namedBy(payouts, named)));
  return rows.map(({ payout, accountEnd, sent }) => {
    const { id, loanId, reference, providerReference: bankReference, amount, askedAt, leasedUntil, status } = payout;
    const done = payout.reversedAt ? ("TAKEN_BACK" as const) : ("DONE" as const);
    const state = status === "PENDING" ? "UNDER_WAY" : status === "CONFIRMED" ? done : "OTHER";
    const order = { id, loanId, reference, bankReference, amount, accountEnd, leasedUntil };
    return { kind: "PAYOUT", state, sent: sent && askedAt !== null, ...order };
  });
}

const debitStates: Partial<Record<(typeof payments.$inferSelect)["status"], Order["state"]>> = {
  PENDING: "UNDER_WAY",
  CONFIRMED: "DONE",
  REVERSED: "TAKEN_BACK",
};

async function debitsNamed(named: Named): Promise<Found[]> {
  const rows = await db()
    .select({ payment: payments, accountEnd: payoutAccounts.lastFour, sent: wasHandedOut(payments) })
    .from(payments)
    .innerJoin(loans, eq(loans.id, payments.loanId))
    .leftJoin(mandates, eq(mandates.id, payments.mandateId))
    .leftJoin(payoutAccounts, eq(payoutAccounts.id, mandates.payoutAccountId))
    .where(and(eq(loans.lenderId, named.lenderId), namedBy(payments, named)));
  return rows.map(({ payment, accountEnd, sent }) => {
    const { id, loanId, reference, providerReference: bankReference, amount, askedAt, leasedUntil, status } = payment;
    const order = { id, loanId, reference, bankReference, amount, accountEnd, leasedUntil };
    return { kind: "DEBIT", state: debitStates[status] ?? "OTHER", sent: sent && askedAt !== null, ...order };
  });
}

/** By hand, nobody has entered what was in no batch that was released. */
function wasHandedOut({ id, railId }: { id: PgColumn; railId: PgColumn }): SQL<boolean> {
  return sql<boolean>`(not exists (select from rails r where r.id = ${railId} and r.kind = 'BY_HAND') or exists (
    select from ${instructionLines} l join ${instructionBatches} b on b.id = l.batch_id
    where ${id} in (l.payout_id, l.payment_id) and b.released_at is not null))`;
}

function namedBy(
  { reference, providerReference }: { reference: PgColumn; providerReference: PgColumn },
  { references, bankReferences }: Named,
): SQL | undefined {
  return or(
    sql`${reference} = any(${sql.param(references)}::text[])`,
    sql`${providerReference} = any(${sql.param(bankReferences)}::text[])`,
  );
}

type Shown = { orderId: string | null; state: string; amount: number };

async function linesOf(orderIds: readonly string[]): Promise<Shown[]> {
  if (orderIds.length === 0) return [];
  const { payoutId, paymentId, state, amount } = statementLines;
  const of = (id: PgColumn) =>
    db()
      .select({ orderId: sql<string | null>`${id}`, state, amount })
      .from(statementLines)
      .where(and(isNotNull(id), inArray(id, [...orderIds]), ne(state, "WAITS")));
  return unionAll(of(payoutId), of(paymentId));
}
