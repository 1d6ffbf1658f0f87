import { and, eq, isNull, lt, type SQL, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { instructionBatches, instructionLines } from "@/db/schema/instruction-batches";
import { lenders } from "@/db/schema/lenders";
import { payouts } from "@/db/schema/loans";
import { payments } from "@/db/schema/payments";
import { inTenant } from "@/db/tenancy";
import type { Environment, Tenant } from "@/lib/kernel/actor";
import { dayBegins, lagosDate } from "@/lib/kernel/lagos-days";
import { kobo } from "@/lib/kernel/money";
import type { RealTime } from "@/lib/kernel/time";
import { addBankDays } from "@/lib/terms/bank-days";

/** Released, with orders open on the next bank day: not entered, or not answered. Found from the few open orders. */
export async function listUnanswered(environment: Environment, realNow: RealTime) {
  const today = lagosDate(realNow);
  const late = lt(instructionBatches.releasedFor, today);
  const ofPayouts = await openIn(payouts, instructionLines.payoutId, eq(payouts.environment, environment), late);
  const ofDebits = await openIn(payments, instructionLines.paymentId, eq(payments.environment, environment), late);
  return [...ofPayouts, ...ofDebits].flatMap(({ releasedFor, total, ...batch }) => {
    // What was released on a Friday is not late on the Saturday.
    const due = addBankDays(releasedFor ?? today, 1);
    return due > today ? [] : [{ ...batch, total: kobo(total), since: dayBegins(due) }];
  });
}

/** Released batches with a tenant's payouts, refunds among them, that may be entered yet, whatever has been decided since. */
export async function listEnterable(tenant: Tenant) {
  const found = await openIn(payouts, instructionLines.payoutId, inTenant(payouts, tenant));
  return found.map(({ total, ...batch }) => ({ ...batch, total: kobo(total) }));
}

async function openIn(
  orders: typeof payouts | typeof payments,
  its: typeof instructionLines.payoutId | typeof instructionLines.paymentId,
  ...wanted: (SQL | undefined)[]
) {
  const { id, number, releasedFor, downloads, state, lenderId } = instructionBatches;
  const figures = { orders: sql<number>`count(*)::int`, total: sql<number>`sum(${instructionLines.amount})::float8` };
  return db()
    .select({ id, lender: lenders.name, number, releasedFor, downloads, ...figures })
    .from(orders)
    .innerJoin(instructionLines, and(eq(its, orders.id), isNull(instructionLines.recalledAt)))
    .innerJoin(instructionBatches, eq(id, instructionLines.batchId))
    .innerJoin(lenders, eq(lenders.id, lenderId))
    .where(and(eq(orders.status, "PENDING"), eq(state, "RELEASED"), ...wanted))
    .groupBy(id, lenders.name);
}
