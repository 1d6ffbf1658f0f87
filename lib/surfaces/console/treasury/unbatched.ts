import { and, asc, eq, getTableColumns, inArray, isNull, lte, notExists, or, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { instructionLines } from "@/db/schema/instruction-batches";
import { lenders, rails } from "@/db/schema/lenders";
import { mandates, payoutAccounts, payouts } from "@/db/schema/loans";
import { payments } from "@/db/schema/payments";
import type { Environment } from "@/lib/kernel/actor";
import { type Kobo, plus } from "@/lib/kernel/money";
import { type BusinessTime, businessTime, type RealTime } from "@/lib/kernel/time";
import { findObjection, findObstacle } from "@/lib/lending/transfers/batches/find-obstacle";
import { waitForRemittance } from "@/lib/lending/transfers/payouts/wait-for-remittance";
import type { BatchKind } from "@/lib/terms/batches";

type OfAccount = { lenderId: string; lender: string; accountId: string };
type Order = OfAccount & { kind: BatchKind; amount: Kobo; since: Date; why: string | null };

/** Orders of a lender's account that are in no batch yet, and may all go into one, or wait for the same. */
export type Unbatched = OfAccount & {
  kind: BatchKind;
  /** Why no batch takes them; null: the next one does. */
  why: string | null;
  orders: number;
  total: Kobo;
  /** When the oldest was ordered. */
  since: Date;
};

/** More than people look through; of each kind the oldest. */
const mostListed = 1_000;

const of = { lenderId: rails.lenderId, lender: lenders.name, accountId: rails.integration };

/** Of all lenders of an environment that pay by hand, or have done: what a batch would be made of, and what it would leave out. */
export async function listUnbatched(environment: Environment, realNow: RealTime): Promise<Unbatched[]> {
  const now = businessTime(realNow, 0);
  const groups = new Map<string, Unbatched>();
  for (const { amount, ...order } of [
    ...(await openPayouts(environment, now)),
    ...(await openDebits(environment, now)),
  ]) {
    const { lenderId, accountId, kind, why } = order;
    const key = [lenderId, accountId, kind, why].join(" ");
    const group = groups.get(key);
    if (!group) groups.set(key, { ...order, orders: 1, total: amount });
    else groups.set(key, { ...group, orders: group.orders + 1, total: plus(group.total, amount) });
  }
  return [...groups.values()];
}

async function openPayouts(environment: Environment, now: BusinessTime): Promise<Order[]> {
  const found = await db()
    .select({ ...of, payout: getTableColumns(payouts) })
    .from(payouts)
    .innerJoin(rails, eq(rails.id, payouts.railId))
    .innerJoin(lenders, eq(lenders.id, rails.lenderId))
    .where(and(byHand(environment), eq(payouts.status, "PENDING"), inNone(instructionLines.payoutId, payouts.id)))
    .orderBy(asc(payouts.id))
    .limit(mostListed);
  const remittance = remembered();
  const orders: Order[] = [];
  for (const { payout, ...account } of found) {
    const { amount, createdAt: since, waitsFor } = payout;
    // Whether it would be lent today costs much to find out: only of what was left out for that before.
    const obstacle =
      (await findObstacle(payout, now, (one) => remittance({ ...one, ...account }, now))) ??
      (waitsFor === "PERSON" ? await findObjection(payout, now) : null);
    const why = obstacle && (obstacle.waitsBecause ?? "It waits.");
    orders.push({ ...account, kind: "PAYOUTS", amount, since, why });
  }
  return orders;
}

/** What keeps a payout waiting for a marketplace's money keeps each that it and the lender have; a refund has its own. */
function remembered() {
  const known = new Map<string, ReturnType<typeof waitForRemittance>>();
  return (payout: typeof payouts.$inferSelect & { lenderId: string }, now: BusinessTime) => {
    const key = payout.purpose === "REFUND" ? payout.id : `${payout.marketplaceId} ${payout.lenderId}`;
    const wait = known.get(key) ?? waitForRemittance(payout, now);
    known.set(key, wait);
    return wait;
  };
}

async function openDebits(environment: Environment, now: BusinessTime): Promise<Order[]> {
  const { amount, orderedAt: since, status } = payments;
  const itsDay = or(isNull(payments.dueAt), lte(payments.dueAt, now));
  const open = and(inArray(status, ["ANNOUNCED", "PENDING"]), inNone(instructionLines.paymentId, payments.id), itsDay);
  const behind = sql<boolean>`${status} = 'ANNOUNCED' and exists (select from ${payments} other
    where other.loan_id = ${payments.loanId} and other.status = 'PENDING')`;
  const named = sql<boolean>`${payoutAccounts.accountName} is not null`;
  const found = await db()
    .select({ ...of, amount, since, behind, named })
    .from(payments)
    .innerJoin(rails, eq(rails.id, payments.railId))
    .innerJoin(lenders, eq(lenders.id, rails.lenderId))
    .leftJoin(mandates, eq(mandates.id, payments.mandateId))
    .leftJoin(payoutAccounts, eq(payoutAccounts.id, mandates.payoutAccountId))
    .where(and(byHand(environment), open))
    .orderBy(asc(payments.id))
    .limit(mostListed);
  return found.map(({ behind, named, ...order }) => {
    const why = behind
      ? "Another payment of its loan is under way."
      : named
        ? null
        : "Nobody knows whose account it is.";
    return { ...order, kind: "DEBITS", why };
  });
}

const byHand = (environment: Environment) => and(eq(rails.kind, "BY_HAND"), eq(lenders.environment, environment));

function inNone(
  order: typeof instructionLines.payoutId | typeof instructionLines.paymentId,
  id: typeof payouts.id | typeof payments.id,
) {
  const standing = db().select({ id: instructionLines.batchId }).from(instructionLines);
  return notExists(standing.where(and(eq(order, id), isNull(instructionLines.recalledAt))));
}
