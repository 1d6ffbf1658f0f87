import { and, eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { collectionDays } from "@/db/schema/collection";
import { payouts } from "@/db/schema/loans";
import { auditLog } from "@/db/schema/operations";
import type { Tenant } from "@/lib/kernel/actor";
import { hour, later, minute } from "@/lib/kernel/calendar";
import { kobo } from "@/lib/kernel/money";
import { serviceLoan } from "@/lib/lending/servicing/service-loan";
import { readLedger } from "@/lib/loans/ledger/check";
import { differencesIn } from "@/lib/loans/ledger/find-differences";
import { repayLoan } from "@/lib/sandbox/test-helpers/test-loans/repay-loan";
import { reverseRepayment } from "@/lib/sandbox/test-helpers/test-loans/reverse-repayment";
import { useDatabase } from "@/test/database";
import { usualLoan } from "@/test/factories/disbursed-loan";
import { sandboxActor } from "@/test/factories/kyc";
import { createTestLender, giveRail } from "@/test/factories/lender";
import { createMarketplace } from "@/test/factories/marketplace";
import { payLoan, takeBackPayment } from "@/test/factories/payment";
import { bankThat, loanRow, overRail, paidOutOver, payoutsOf } from "@/test/reversed";
import { now } from "@/test/time";
import { refundOverpayment } from "./refund-overpayment";
import { sendPayout } from "./send-payout";

useDatabase();

const at = now();
let tenant: Tenant;
let railId: string;
let rails = 0;
beforeEach(async () => {
  tenant = (await createMarketplace()).test;
  railId = await giveRail(await createTestLender({ environment: "live" }), `refund-${++rails}`);
});

function bankWith(available: number) {
  const { transfer, ...bank } = bankThat(async () => false);
  const cover = async () => ({ available: kobo(available), fee: kobo(0) });
  return { ...bank, transfer: vi.fn(transfer), cover };
}
const rich = () => bankWith(1_000_000_000);

/** A loan that is paid, and so many kobo more by each of the payments; its refund waits for the lender's money. */
async function waitingRefund(...more: number[]) {
  const { loanId } = await paidOutOver(railId, tenant, at);
  const paid = [await payLoan(tenant, loanId, { amount: usualLoan.due, now: at })];
  for (const amount of more) paid.push(await payLoan(tenant, loanId, { amount, now: at }));
  const refundId = await refundOverpayment({ actor: sandboxActor(tenant), loanId, now: at });
  if (!refundId) throw new Error("Nothing was ordered.");
  await overRail(railId, refundId);
  await sendPayout(refundId, later(at, minute), bankWith(0));
  expect(await rowOf(refundId)).toMatchObject({ status: "PENDING", waitsFor: "BALANCE", askedAt: null });
  return { loanId, refundId, paid };
}
const rowOf = async (id: string) => (await db().select().from(payouts).where(eq(payouts.id, id)))[0];

test("a refund that waits is ended unsent once the debit behind it was taken back", async () => {
  const { loanId, refundId, paid } = await waitingRefund(1_000_000);
  await takeBackPayment(paid[0] ?? "", later(at, hour));
  const bank = rich();
  expect(await sendPayout(refundId, later(at, 2 * hour), bank)).toBeNull();
  expect(bank.transfer).not.toHaveBeenCalled();
  const ended = { status: "CANCELLED", finishedAt: later(at, 2 * hour), dueAt: null, waitsFor: null, askedAt: null };
  expect(await rowOf(refundId)).toMatchObject(ended);
  expect(await loanRow(loanId)).toMatchObject({ status: "ACTIVE", received: 1_000_000, refundDueAt: null });
  const audited = and(eq(auditLog.subjectId, refundId), eq(auditLog.action, "payout.finish"));
  expect(await db().select().from(auditLog).where(audited)).toMatchObject([
    { detail: { purpose: "REFUND", status: "CANCELLED" } },
  ]);
  expect(differencesIn(await readLedger(loanId))).toBeNull();
});

test("what is still owed then is refunded by another order, also while the lender's money covers no more", async () => {
  const { loanId, refundId, paid } = await waitingRefund(1_000_000, 300_000);
  await takeBackPayment(paid[1] ?? "", later(at, hour));
  expect(await sendPayout(refundId, later(at, 2 * hour), bankWith(300_000))).toBeNull();
  // No day of it waits to be judged.
  await db().delete(collectionDays).where(eq(collectionDays.loanId, loanId));
  await serviceLoan(loanId, later(at, 2 * hour));
  const [first, second] = (await payoutsOf(loanId)).filter(({ purpose }) => purpose === "REFUND");
  expect([first, second]).toMatchObject([{ status: "CANCELLED" }, { status: "PENDING", amount: 300_000 }]);
  const bank = bankWith(300_000);
  await sendPayout(second?.id ?? "", later(at, 3 * hour), bank);
  expect(bank.transfer).toHaveBeenCalledTimes(1);
  expect(await loanRow(loanId)).toMatchObject({ status: "REPAID", received: usualLoan.due });
});

test("a deduction that was reversed ends it, too; more that is owed does not", async () => {
  const { loanId, refundId } = await waitingRefund(1_000_000);
  const call = { actor: sandboxActor(tenant), loanId };
  await repayLoan({ ...call, input: { amount: 5_000 }, now: later(at, hour) });
  const bank = rich();
  await sendPayout(refundId, later(at, 2 * hour), bank);
  expect(await rowOf(refundId)).toMatchObject({ status: "CONFIRMED", amount: 1_000_000 });
  const next = await refundOverpayment({ ...call, now: later(at, 3 * hour) });
  await reverseRepayment({ ...call, input: { amount: 5_000 }, now: later(at, 4 * hour) });
  await sendPayout(next ?? "", later(at, 5 * hour), bank);
  expect(await rowOf(next ?? "")).toMatchObject({ status: "CANCELLED", amount: 500_000 });
  expect(bank.transfer).toHaveBeenCalledTimes(1);
});

test("one that the bank may know of is asked about on, whatever has become of the money", async () => {
  const { refundId, paid } = await waitingRefund(1_000_000);
  const silent = {
    ...rich(),
    transfer: async () => ({ status: "PENDING", waitsFor: "PROVIDER", sent: "MAYBE" }) as const,
  };
  await sendPayout(refundId, later(at, 2 * minute), silent);
  await takeBackPayment(paid[1] ?? "", later(at, hour));
  await sendPayout(refundId, later(at, 2 * hour), rich());
  expect(await rowOf(refundId)).toMatchObject({ status: "CONFIRMED" });
});

test("no other refund is ordered while one turns out to have been paid after it was taken for refused", async () => {
  const { loanId, refundId } = await waitingRefund(1_000_000);
  await db().update(payouts).set({ status: "FAILED", waitsFor: "PERSON" }).where(eq(payouts.id, refundId));
  await db().delete(collectionDays).where(eq(collectionDays.loanId, loanId));
  const refunding = refundOverpayment({ actor: sandboxActor(tenant), loanId, now: later(at, hour) });
  await expect(refunding).rejects.toMatchObject({ message: expect.stringContaining("was paid after") });
  const actor = { kind: "job", tenant, task: "service-loan" } as const;
  expect(await refundOverpayment({ actor, loanId, now: later(at, hour) })).toBeNull();
  expect((await payoutsOf(loanId)).filter(({ purpose }) => purpose === "REFUND")).toHaveLength(1);
});
