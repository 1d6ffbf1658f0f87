import { and, eq, ne } from "drizzle-orm";
import { db } from "@/db/client";
import { collectionDays } from "@/db/schema/collection";
import { loanWatches } from "@/db/schema/loan-watches";
import { breaks } from "@/db/schema/settlements";
import type { Tenant } from "@/lib/kernel/actor";
import { fromKobo, kobo } from "@/lib/kernel/money";
import type { BusinessTime } from "@/lib/kernel/time";
import { watchCollection } from "@/lib/lending/collection/watch-collection";
import { receiveSalesEvent } from "@/lib/sales/data-events/receive-sales-event";
import { anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { anyReference, deductedEvent, type ReportedLoan, report, reversedEvent } from "@/test/factories/repayment";

/** What a deduction was taken from, as its report says. Kobo. */
export type Source = { id: string; type?: string; amount: number; at: BusinessTime };

export type CollectedShop = { test: Tenant; merchantId: string; thirdPartyCustomerId: string };

/** A merchant whose marketplace tells of sales and deductions. */
export async function collectedShop(): Promise<CollectedShop> {
  const { test } = await createMarketplace();
  return { test, ...(await anyMerchant(test)) };
}

/** How a marketplace names a loan of the shop. */
export function namedBy(shop: CollectedShop, loan: { loanId: string; reference: string }): ReportedLoan {
  const { test, thirdPartyCustomerId } = shop;
  return { id: loan.loanId, reference: loan.reference, marketplaceId: test.marketplaceId, thirdPartyCustomerId };
}

/** Tells of a sale or a return, in kobo. */
export async function tellSale(
  { test, merchantId }: CollectedShop,
  sale: { orderId: string; amount: number; at: BusinessTime; eventId?: string; refundOf?: string | undefined },
  now: BusinessTime,
): Promise<void> {
  const { orderId, amount, at: occurredAt, eventId = anyReference("sale"), refundOf } = sale;
  const told = { eventId, merchantId, orderId, amount: fromKobo(kobo(amount)), currency: "NGN" as const };
  const event = { ...told, ...(refundOf !== undefined && { refundOf }) };
  await receiveSalesEvent({ actor: sandboxActor(test), input: { ...event, occurredAt }, now });
}

/** Reports a deduction with its source, in kobo. */
export async function tellDeduction(
  { test }: CollectedShop,
  loan: ReportedLoan,
  told: {
    reference: string;
    amount: number;
    at: BusinessTime;
    source?: Source | undefined;
    eventId?: string;
    /** When the event was made; now unless given. */
    timestamp?: BusinessTime;
  },
  now: BusinessTime,
): Promise<void> {
  const { source } = told;
  const sourceTransaction = source && {
    id: source.id,
    type: source.type ?? "sale",
    grossAmount: fromKobo(kobo(source.amount)),
    timestamp: source.at,
  };
  const event = {
    ...deductedEvent(loan, { timestamp: now, ...told }),
    ...(sourceTransaction && { sourceTransaction }),
  };
  await report(sandboxActor(test), event, now);
}

/** Reports a reversal, in kobo. */
export async function tellReversal(
  { test }: CollectedShop,
  loan: ReportedLoan,
  told: { of: string; amount: number; at: BusinessTime; reference?: string },
  now: BusinessTime,
): Promise<void> {
  const { of: originalReference, reference = anyReference("rev"), amount, at } = told;
  await report(
    sandboxActor(test),
    reversedEvent(loan, { reference, originalReference, amount, at, timestamp: now }),
    now,
  );
}

/** When a loan's collection is computed next. */
export async function watchOf(loanId: string) {
  const [row] = await db().select().from(loanWatches).where(eq(loanWatches.id, loanId));
  return row;
}

/** Has a loan's collection computed whenever it is due, up to a moment, as the engine does; answers how often. */
export async function watchUntil(loanId: string, until: BusinessTime): Promise<number> {
  for (let times = 0; times < 200; times++) {
    const dueAt = (await watchOf(loanId))?.dueAt;
    if (!dueAt || dueAt > until) return times;
    await watchCollection(loanId, dueAt);
  }
  throw new Error("It never comes to rest.");
}

/** The days of a loan on which anything was asked or taken, in order. */
export async function daysOf(loanId: string) {
  const rows = await db()
    .select()
    .from(collectionDays)
    .where(eq(collectionDays.loanId, loanId))
    .orderBy(collectionDays.day);
  return rows
    .filter(({ agreed, taken }) => agreed + taken > 0)
    .map(({ day, agreed, taken, missing, excess }) => ({ day, agreed, taken, missing, excess }));
}

/** The breaks of a loan about its collection that are not resolved, by kind and day. */
export async function openBreaksOf(loanId: string) {
  const rows = await db()
    .select()
    .from(breaks)
    .where(and(eq(breaks.loanId, loanId), ne(breaks.status, "RESOLVED")))
    .orderBy(breaks.subject, breaks.type);
  return rows.map(({ type, subject, expected, actual, evidence }) => ({
    type,
    day: subject.split(":").at(-1) ?? "",
    expected,
    actual,
    evidence,
  }));
}
