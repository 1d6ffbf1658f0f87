import { eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { merchants } from "@/db/schema/merchants";
import { auditLog, mails } from "@/db/schema/operations";
import { payments } from "@/db/schema/payments";
import type { Tenant } from "@/lib/kernel/actor";
import { day, hour, later } from "@/lib/kernel/calendar";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { defaultLoan } from "@/lib/lending/servicing/default-loan";
import { writeOffLoan } from "@/lib/lending/servicing/write-off-loan";
import { recovered, writtenOff } from "@/lib/loans/ledger/balances";
import { readLedger } from "@/lib/loans/ledger/check";
import { differencesIn } from "@/lib/loans/ledger/find-differences";
import { bookOf } from "@/lib/loans/loans/load-loans";
import { readStatement } from "@/lib/loans/statements/read-statement";
import { type MandateProvider, sandboxMandates } from "@/lib/platform/providers/mandate";
import { useDatabase } from "@/test/database";
import { reloadLoan, usualLoan } from "@/test/factories/disbursed-loan";
import { sandboxActor } from "@/test/factories/kyc";
import { lendableMerchant } from "@/test/factories/lendable";
import { createTestLender, giveRail } from "@/test/factories/lender";
import { activeLoan, toldOf } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { payLoan } from "@/test/factories/payment";
import { now } from "@/test/time";
import { collectPayment } from "./collect-payment";
import { receiptFile } from "./make-receipt";

useDatabase();

let tenant: Tenant;
let merchantId: string;
let rails = 0;
beforeEach(async () => {
  tenant = (await createMarketplace()).test;
  merchantId = (await lendableMerchant(tenant, at)).merchantId;
  await db().update(merchants).set({ email: "ada@shop.example" }).where(eq(merchants.id, merchantId));
});

const at = now();

/** A loan with a payment of so many kobo that went over a rail. */
async function paid(amount: number) {
  const { loanId } = await activeLoan(tenant, merchantId, { now: at });
  return { loanId, paymentId: await overRail(loanId, amount) };
}

async function overRail(loanId: string, amount: number): Promise<string> {
  const paymentId = await payLoan(tenant, loanId, { amount, now: at });
  const railId = await giveRail(await createTestLender({ environment: "live" }), `rev-${++rails}`);
  await db()
    .update(payments)
    .set({ railId, dueAt: later(at, day) })
    .where(eq(payments.id, paymentId));
  return paymentId;
}

function bankThat(isReversed: () => Promise<boolean | null>) {
  return { ...sandboxMandates, debit: vi.fn(sandboxMandates.debit), isReversed: vi.fn(isReversed) };
}
const takesBack = () => bankThat(async () => true);
const paymentOf = async (id: string) => (await db().select().from(payments).where(eq(payments.id, id)))[0];
const bookedOn = async (loanId: string) => (await readLedger(loanId)).journals.map(({ type }) => type);
const booksOf = async (loanId: string) => differencesIn(await readLedger(loanId));

test("a debit that was paid is asked about daily for 14 days, hourly in silence, and never debited again", async () => {
  const { paymentId } = await paid(1_000_000);
  const stays = bankThat(async () => false);
  expect(await collectPayment(paymentId, later(at, day), stays)).toEqual(later(at, 2 * day));
  const silent = bankThat(async () => null);
  expect(await collectPayment(paymentId, later(at, 2 * day), silent)).toEqual(later(at, 2 * day + hour));
  const broken = bankThat(async () => {
    throw new Error("no answer");
  });
  expect(await collectPayment(paymentId, later(at, 15 * day), broken)).toEqual(later(at, 16 * day));
  expect(await collectPayment(paymentId, later(at, 16 * day), stays)).toBeNull();
  expect(await paymentOf(paymentId)).toMatchObject({ status: "CONFIRMED", dueAt: null, reversedAt: null });
  for (const bank of [stays, silent, broken]) expect(bank.debit).not.toHaveBeenCalled();
});

test("what is not over a rail, or whose rail cannot tell, is not asked about", async () => {
  const { paymentId } = await paid(1_000_000);
  const mute: MandateProvider = sandboxMandates;
  expect(await collectPayment(paymentId, later(at, day), mute)).toBeNull();
  const bank = takesBack();
  await db().update(payments).set({ railId: null, dueAt: at }).where(eq(payments.id, paymentId));
  expect(await collectPayment(paymentId, later(at, day), bank)).toBeNull();
  expect(bank.isReversed).not.toHaveBeenCalled();
});

test("one that was taken back is owed again, once: the marketplace and the merchant are told", async () => {
  const { loanId, paymentId } = await paid(1_000_000);
  const then = later(at, day);
  expect(await collectPayment(paymentId, then, takesBack())).toBeNull();
  expect(await collectPayment(paymentId, later(then, day), takesBack())).toBeNull();
  expect(await paymentOf(paymentId)).toMatchObject({ status: "REVERSED", reversedAt: then, dueAt: null });
  expect(await reloadLoan(tenant, loanId)).toMatchObject({ status: "ACTIVE", received: 0 });
  expect(await bookedOn(loanId)).toEqual(["DISBURSEMENT", "INTEREST", "PAYMENT", "DEBIT_REVERSED"]);
  expect(await booksOf(loanId)).toBeNull();
  expect((await toldOf(merchantId)).at(-1)).toMatchObject({
    event: "loan.payment_reversed",
    payment: { amount: 10_000, received_at: at.toISOString(), reversed_at: then.toISOString() },
    loan_balance: { total_paid: 0, outstanding: 109_000 },
  });
  const [mail] = await db().select().from(mails).where(eq(mails.kind, "DEBIT_REVERSED"));
  expect(mail).toMatchObject({ loanId });
  const audited = await db().select().from(auditLog).where(eq(auditLog.subjectId, paymentId));
  expect(audited.map(({ action }) => action)).toContain("payment.reverse");
  const receipt = receiptFile({ reach: everyMerchantOf(tenant), loanId, paymentId, now: then });
  await expect(receipt).rejects.toMatchObject({ code: "NOT_FOUND" });
  const { totals, entries } = await readStatement({ reach: everyMerchantOf(tenant), loanId, now: then });
  expect(totals).toMatchObject({ paidDirectly: 0, outstanding: 109_000 });
  expect(entries.slice(0, 2)).toMatchObject([
    { kind: "DEBIT_REVERSED", amount: 10_000, reverses: paymentId },
    { kind: "PAYMENT", amount: 10_000, reversedAmount: 10_000, reference: paymentId },
  ]);
});

test("a loan that it had completed runs again", async () => {
  const { loanId, paymentId } = await paid(usualLoan.due);
  expect(await reloadLoan(tenant, loanId)).toMatchObject({ status: "REPAID" });
  await collectPayment(paymentId, later(at, day), takesBack());
  expect(await reloadLoan(tenant, loanId)).toMatchObject({ status: "ACTIVE", received: 0, completedAt: null });
  const told = (await toldOf(merchantId)).map(({ event }) => event);
  expect(told.slice(-2)).toEqual(["loan.payment_reversed", "loan.reopened"]);
  expect(await booksOf(loanId)).toBeNull();
});

test("before a write-off it is owed again; from before one it makes the loss larger, from after it it was no recovery", async () => {
  const { loanId, paymentId } = await paid(1_000_000);
  const early = await overRail(loanId, 100_000);
  const call = { actor: sandboxActor(tenant), loanId, now: at };
  await defaultLoan({ ...call, input: { reason: "DECIDED" } });
  await collectPayment(early, later(at, day), takesBack());
  expect(await reloadLoan(tenant, loanId)).toMatchObject({ status: "DEFAULTED", received: 1_000_000 });
  await writeOffLoan({ ...call, input: { reason: "Test" } });
  const recovery = await overRail(loanId, 400_000);
  const book = async () => bookOf(await reloadLoan(tenant, loanId));
  expect(writtenOff(await book())).toBe(usualLoan.due - 1_400_000);
  await collectPayment(paymentId, later(at, day), takesBack());
  expect(recovered(await book())).toBe(400_000);
  expect(writtenOff(await book())).toBe(usualLoan.due - 400_000);
  await collectPayment(recovery, later(at, day), takesBack());
  expect(recovered(await book())).toBe(0);
  expect(writtenOff(await book())).toBe(usualLoan.due);
  expect(await booksOf(loanId)).toBeNull();
});
