import { eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { loans, payouts } from "@/db/schema/loans";
import { auditLog } from "@/db/schema/operations";
import { payments } from "@/db/schema/payments";
import type { Tenant } from "@/lib/kernel/actor";
import { day, hour, later } from "@/lib/kernel/calendar";
import { collectPayment } from "@/lib/lending/transfers/payments/collect-payment";
import { orderPayment } from "@/lib/lending/transfers/payments/order-payment";
import { sendPayout } from "@/lib/lending/transfers/payouts/send-payout";
import { readLedger } from "@/lib/loans/ledger/check";
import { differencesIn } from "@/lib/loans/ledger/find-differences";
import { sandboxMandates } from "@/lib/platform/providers/mandate";
import { useDatabase } from "@/test/database";
import { sandboxActor } from "@/test/factories/kyc";
import { lendableMerchant } from "@/test/factories/lendable";
import { createTestLender, giveRail } from "@/test/factories/lender";
import { activeLoan, disbursingLoan } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { closeOrder } from "./close-order";

useDatabase();

const at = now();
let tenant: Tenant;
let merchantId: string;
let railId: string;
let rails = 0;
beforeEach(async () => {
  tenant = (await createMarketplace()).test;
  merchantId = (await lendableMerchant(tenant, at)).merchantId;
  railId = await giveRail(await createTestLender({ environment: "live" }), `close-${++rails}`);
});

const first = <T>([one]: T[]): T => {
  if (one === undefined) throw new Error("There is none.");
  return one;
};
const loanOf = async (id: string) => first(await db().select().from(loans).where(eq(loans.id, id)));
const payoutOf = async (id: string) => first(await db().select().from(payouts).where(eq(payouts.id, id)));
const paymentOf = async (loanId: string) =>
  first(await db().select().from(payments).where(eq(payments.loanId, loanId)));

/** A payout of which its provider says something that nobody can use, asked for at `at`. */
async function unclearPayout(more: Partial<typeof payouts.$inferInsert> = {}) {
  const { loanId, payoutId } = await disbursingLoan(tenant, merchantId, { now: at });
  const waits = { waitsFor: "PERSON", waitsBecause: "amount is ₦1", dueAt: later(at, hour) } as const;
  await db()
    .update(payouts)
    .set({ railId, askedAt: at, ...waits, ...more })
    .where(eq(payouts.id, payoutId));
  return { loanId, payoutId, order: (await payoutOf(payoutId)).reference ?? "" };
}

async function unclearDebit() {
  const { loanId } = await activeLoan(tenant, merchantId, { now: at });
  await orderPayment({ actor: sandboxActor(tenant), loanId, now: at, input: { amount: 5_000 } });
  const { id, reference } = await paymentOf(loanId);
  await db()
    .update(payments)
    .set({ railId, askedAt: at, dueAt: later(at, hour) })
    .where(eq(payments.id, id));
  return { loanId, order: reference ?? "" };
}

type Closed = { order: string; outcome: "PAID" | "NOT_PAID"; bankReference?: string; amount?: number };

function close(loanId: string, closed: Closed) {
  const reason = "On the lender's statement.";
  const input = { amount: 100_000, ...closed };
  return closeOrder({ actor: sandboxActor(tenant), loanId, input: { ...input, reason }, now: later(at, hour) });
}

test("a payout that the lender's account shows as paid disburses its loan, and its provider is not asked any more", async () => {
  const { loanId, payoutId, order } = await unclearPayout();
  await close(loanId, { order, outcome: "PAID", bankReference: "FT1" });
  expect(await payoutOf(payoutId)).toMatchObject({ status: "CONFIRMED", providerReference: "FT1", dueAt: null });
  expect(await loanOf(loanId)).toMatchObject({ status: "ACTIVE" });
  expect(differencesIn(await readLedger(loanId))).toBeNull();
  const audited = await db().select().from(auditLog).where(eq(auditLog.subjectId, loanId));
  expect(audited.map(({ action, detail }) => ({ action, detail }))).toContainEqual({
    action: "loan.close-order",
    detail: { order, outcome: "PAID", bankReference: "FT1", reason: "On the lender's statement." },
  });
  await expect(close(loanId, { order, outcome: "NOT_PAID" })).rejects.toMatchObject({ code: "LOAN_STATE_CONFLICT" });
});

test("one that it shows as not paid is held, and nothing is booked", async () => {
  const { loanId, payoutId, order } = await unclearPayout();
  await close(loanId, { order, outcome: "NOT_PAID" });
  expect(await payoutOf(payoutId)).toMatchObject({ status: "FAILED", failureReason: "On the lender's statement." });
  expect(await loanOf(loanId)).toMatchObject({ status: "PAYOUT_HELD", received: 0, journalNumber: 0 });
});

test("a debit is booked as paid, or has failed", async () => {
  const paid = await unclearDebit();
  await close(paid.loanId, { order: paid.order, amount: 5_000, outcome: "PAID", bankReference: "FT2" });
  expect(await paymentOf(paid.loanId)).toMatchObject({ status: "CONFIRMED", providerReference: "FT2", dueAt: null });
  expect(await loanOf(paid.loanId)).toMatchObject({ received: 500_000 });
  merchantId = (await lendableMerchant(tenant, at)).merchantId;
  const failed = await unclearDebit();
  await close(failed.loanId, { order: failed.order, amount: 5_000, outcome: "NOT_PAID" });
  expect(await paymentOf(failed.loanId)).toMatchObject({ status: "FAILED", failure: "REFUSED" });
  expect(await loanOf(failed.loanId)).toMatchObject({ received: 0 });
});

test("not while what went unanswered may still arrive, not as paid what was never asked for or without a bank's reference", async () => {
  const early = await unclearPayout({ silentAt: later(at, 1) });
  const paid = { order: early.order, outcome: "PAID", bankReference: "FT3" } as const;
  await expect(close(early.loanId, paid)).rejects.toMatchObject({
    code: "LOAN_STATE_CONFLICT",
    message: expect.stringContaining("less than an hour ago"),
  });
  await db().update(payouts).set({ askedAt: null, silentAt: null }).where(eq(payouts.id, early.payoutId));
  await expect(close(early.loanId, paid)).rejects.toMatchObject({
    message: expect.stringContaining("has not been asked"),
  });
  await expect(close(early.loanId, { order: early.order, outcome: "PAID" })).rejects.toMatchObject({
    code: "VALIDATION_FAILED",
  });
  await expect(close(early.loanId, { order: "a".repeat(16), outcome: "NOT_PAID" })).rejects.toMatchObject({
    message: expect.stringContaining("No order"),
  });
  expect(await payoutOf(early.payoutId)).toMatchObject({ status: "PENDING" });
});

test("not while somebody is asking, not by another amount, and no line of a statement twice", async () => {
  const { loanId, payoutId, order } = await unclearPayout();
  const paid = { order, outcome: "PAID", bankReference: "FT4" } as const;
  await db()
    .update(payouts)
    .set({ leasedUntil: later(now(), hour) })
    .where(eq(payouts.id, payoutId));
  await expect(close(loanId, paid)).rejects.toMatchObject({ message: expect.stringContaining("just now") });
  await db().update(payouts).set({ leasedUntil: null }).where(eq(payouts.id, payoutId));
  await expect(close(loanId, { ...paid, amount: 99_999.99 })).rejects.toMatchObject({
    fields: [{ field: "amount", error: "Must be what was ordered, ₦100,000.00" }],
  });
  await close(loanId, paid);
  merchantId = (await lendableMerchant(tenant, at)).merchantId;
  const other = await unclearPayout();
  const { lenderId } = await loanOf(loanId);
  await db().update(loans).set({ lenderId }).where(eq(loans.id, other.loanId));
  await expect(close(other.loanId, { ...paid, order: other.order })).rejects.toMatchObject({
    fields: [{ field: "bankReference", error: "Is booked for this lender already" }],
  });
});

test("a payout that waited for the balance and is being sent counts as asked for now", async () => {
  const { loanId, payoutId, order } = await unclearPayout({ askedAt: null, waitsFor: "BALANCE" });
  await sendPayout(payoutId, later(at, hour), {
    nameEnquiry: async () => "NOT_CHECKED",
    transfer: async () => ({ status: "PENDING", waitsFor: "PROVIDER", sent: "MAYBE" }),
  });
  await expect(close(loanId, { order, outcome: "NOT_PAID" })).rejects.toMatchObject({
    message: expect.stringContaining("less than an hour ago"),
  });
});

test("what was closed as not paid and was paid after all: a debit is booked, a payout waits for a person", async () => {
  const debit = await unclearDebit();
  await close(debit.loanId, { order: debit.order, amount: 5_000, outcome: "NOT_PAID" });
  const { id, dueAt } = await paymentOf(debit.loanId);
  expect(dueAt).toEqual(later(at, hour + day));
  const paid = async () => false;
  await collectPayment(id, later(at, 2 * day), { ...sandboxMandates, isReversed: paid });
  expect(await paymentOf(debit.loanId)).toMatchObject({ status: "CONFIRMED", failure: null });
  expect(await loanOf(debit.loanId)).toMatchObject({ received: 500_000 });
  expect(differencesIn(await readLedger(debit.loanId))).toBeNull();

  merchantId = (await lendableMerchant(tenant, at)).merchantId;
  const { loanId, payoutId, order } = await unclearPayout();
  await close(loanId, { order, outcome: "NOT_PAID" });
  const bank = { nameEnquiry: async () => "NOT_CHECKED" as const, transfer: vi.fn(), isReversed: paid };
  expect(await sendPayout(payoutId, later(at, 2 * day), bank)).toBeNull();
  expect(bank.transfer).not.toHaveBeenCalled();
  expect(await payoutOf(payoutId)).toMatchObject({ status: "FAILED", waitsFor: "PERSON" });
});
