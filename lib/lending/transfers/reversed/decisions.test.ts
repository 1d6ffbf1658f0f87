import { and, desc, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { db } from "@/db/client";
import { loanInstallments, mandates, payouts } from "@/db/schema/loans";
import { mails } from "@/db/schema/operations";
import { breaks } from "@/db/schema/settlements";
import type { Tenant } from "@/lib/kernel/actor";
import { day, hour, later } from "@/lib/kernel/calendar";
import { kobo } from "@/lib/kernel/money";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { serviceLoan } from "@/lib/lending/servicing/service-loan";
import { orderPayment } from "@/lib/lending/transfers/payments/order-payment";
import { refundOf, refundOverpayment } from "@/lib/lending/transfers/payouts/refund-overpayment";
import { sendPayout } from "@/lib/lending/transfers/payouts/send-payout";
import { readLedger } from "@/lib/loans/ledger/check";
import { differencesIn } from "@/lib/loans/ledger/find-differences";
import { readLoanStatus } from "@/lib/loans/loans/queries";
import { explainLoan } from "@/lib/loans/statements/explain-loan";
import { readStatement } from "@/lib/loans/statements/read-statement";
import { readJourneyLoan } from "@/lib/surfaces/journey/read-journey-loan";
import { useDatabase } from "@/test/database";
import { reloadLoan } from "@/test/factories/disbursed-loan";
import { sandboxActor } from "@/test/factories/kyc";
import { createTestLender, giveRail } from "@/test/factories/lender";
import { toldOf } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { anyReference, deductedEvent, report, reversedEvent } from "@/test/factories/repayment";
import { bankThat, loanRow, overRail, paidOutOver, payoutsOf, stays, takeBack } from "@/test/reversed";
import { now } from "@/test/time";
import { endNeverPaidOut } from "./end-never-paid-out";
import { payAgain } from "./pay-again";

useDatabase();

let tenant: Tenant;
let railId: string;
let accounts = 0;
beforeEach(async () => {
  tenant = (await createMarketplace()).test;
  railId = await giveRail(await createTestLender({ environment: "live" }), String(++accounts));
});

const start = later(now(), -20 * day);
const returned = later(start, day);
const input = { reason: "The account is closed." };

/** A loan whose payout came back a day after it had arrived, after a deduction of `taken` kobo. */
async function returnedLoan(taken = 0) {
  const made = await paidOutOver(railId, tenant, start);
  if (taken > 0) await deduct(made.loanId, taken, later(start, hour));
  await takeBack(made.payoutId, later(returned, -60_000));
  return { ...made, call: { actor: sandboxActor(tenant), loanId: made.loanId, input, now: later(returned, hour) } };
}

async function deduct(loanId: string, amount: number, at = now()): Promise<string> {
  const reference = anyReference("ded");
  const loan = await reloadLoan(tenant, loanId);
  await report(sandboxActor(tenant), deductedEvent(loan, { reference, amount, at }), at);
  return reference;
}

const booksOf = async (loanId: string) => differencesIn(await readLedger(loanId));
const conflict = { code: "LOAN_STATE_CONFLICT" };
const mailsOf = (loanId: string, kind: "PAID_AGAIN" | "NEVER_PAID_OUT" | "REFUND_ACCOUNT") =>
  db()
    .select()
    .from(mails)
    .where(and(eq(mails.loanId, loanId), eq(mails.kind, kind)));

test("paid out again it is one debt: nothing is lent twice, the dates move, and it can be given back anew", async () => {
  const { loanId, payoutId, merchantId, call } = await returnedLoan(2_000_000);
  const [before] = await db().select().from(loanInstallments).where(eq(loanInstallments.loanId, loanId));
  await payAgain(call);
  await expect(payAgain(call)).rejects.toMatchObject(conflict);
  const [first, second] = await payoutsOf(loanId);
  expect(first).toMatchObject({ id: payoutId, status: "CONFIRMED", reversedAt: returned });
  expect(second).toMatchObject({ status: "PENDING", amount: 10_000_000, payoutAccountId: first?.payoutAccountId });
  expect(second?.reference).not.toBe(first?.reference);
  expect(await loanRow(loanId)).toMatchObject({ status: "ACTIVE", pausedAt: returned, returnedAt: returned });

  const sent = later(returned, 5 * day);
  await overRail(railId, second?.id ?? "");
  expect(await sendPayout(second?.id ?? "", sent, stays)).toEqual(later(sent, day));
  const running = { status: "ACTIVE", pausedAt: null, returnedAt: null, paidAgainAt: sent, disbursedAt: start };
  expect(await loanRow(loanId)).toMatchObject(running);
  const { journals } = await readLedger(loanId);
  expect(journals.map(({ type }) => type)).toEqual([
    "DISBURSEMENT",
    "INTEREST",
    "REPAYMENT",
    "PAYOUT_REVERSED",
    "PAID_AGAIN",
  ]);
  expect(await booksOf(loanId)).toBeNull();
  const [after] = await db().select().from(loanInstallments).where(eq(loanInstallments.loanId, loanId));
  expect(Date.parse(after?.dueDate ?? "") - Date.parse(before?.dueDate ?? "")).toBe(5 * day);
  const told = (await toldOf(merchantId)).map(({ event }) => event);
  expect(told).toEqual(["loan.disbursed", "loan.repayment_updated", "loan.repayment_updated"]);
  expect(await mailsOf(loanId, "PAID_AGAIN")).toHaveLength(1);
  const { outstanding } = await readLoanStatus(reachOf(call.actor), loanId, sent);
  expect(outstanding.total).toBe(89_000);

  const statement = await readStatement({ reach: reachOf(call.actor), loanId, now: sent });
  expect(statement.totals).toMatchObject({ disbursed: 100_000, deducted: 20_000 });
  expect(statement.entries.map(({ kind, reference }) => [kind, reference])).toEqual([
    ["PAID_AGAIN", second?.providerReference ?? `TRF_${second?.reference}`],
    ["PAYOUT_REVERSED", `TRF_${first?.reference}`],
    ["DEDUCTION", expect.any(String)],
    ["DISBURSEMENT", `TRF_${first?.reference}`],
  ]);
  const payment = await orderPayment({
    ...call,
    input: { amount: 80_000, coolingOff: true },
    now: later(sent, 2 * day),
  });
  expect(payment).toMatchObject({ coolingOff: true, amount: 80_000 });
});

test("refused once more, it waits for another decision, unless it was paid after all; come back once more, it waits again", async () => {
  const { loanId, call } = await returnedLoan();
  await payAgain(call);
  const second = (await payoutsOf(loanId)).at(-1)?.id ?? "";
  const refuses = { ...stays, transfer: async () => ({ status: "FAILED", cause: "ACCOUNT", reason: "No." }) as const };
  expect(await sendPayout(second, call.now, refuses)).toBeNull();
  expect(await loanRow(loanId)).toMatchObject({ status: "ACTIVE", returnedAt: returned, pausedAt: returned });
  const refused = eq(payouts.id, second);
  await db().update(payouts).set({ waitsFor: "PERSON" }).where(refused);
  await expect(payAgain(call)).rejects.toMatchObject(conflict);
  await db().update(payouts).set({ waitsFor: null }).where(refused);
  await payAgain(call);
  const third = (await payoutsOf(loanId)).at(-1)?.id ?? "";
  await overRail(railId, third);
  await sendPayout(third, call.now, stays);
  await takeBack(third, later(call.now, day));
  expect(await loanRow(loanId)).toMatchObject({ status: "ACTIVE", returnedAt: expect.any(Date) });
  await endNeverPaidOut({ ...call, now: later(call.now, 2 * day) });
  expect(await booksOf(loanId)).toBeNull();
});

test("while the bank is asked to pay again the loan cannot end; before that the payout is stopped", async () => {
  const { loanId, call } = await returnedLoan();
  await payAgain(call);
  const second = (await payoutsOf(loanId)).at(-1)?.id ?? "";
  const silent = {
    ...bankThat(async () => null),
    transfer: async () => ({ status: "PENDING", waitsFor: "PROVIDER" }) as const,
  };
  await sendPayout(second, call.now, silent);
  await expect(endNeverPaidOut(call)).rejects.toMatchObject(conflict);

  const other = await returnedLoan();
  await payAgain(other.call);
  await endNeverPaidOut(other.call);
  expect((await payoutsOf(other.loanId)).at(-1)).toMatchObject({ status: "CANCELLED", dueAt: null });
});

test("ended as never paid out it is undone: nothing is owed, what was taken is, and what still comes, too", async () => {
  const { loanId, merchantId, call } = await returnedLoan(2_000_000);
  const { reach, at } = { reach: reachOf(call.actor), at: call.now };
  await endNeverPaidOut(call);
  await expect(endNeverPaidOut(call)).rejects.toMatchObject(conflict);
  await expect(payAgain(call)).rejects.toMatchObject(conflict);
  const ended = { status: "CANCELLED", cancelReason: "NEVER_PAID_OUT", pausedAt: null, returnedAt: null };
  expect(await loanRow(loanId)).toMatchObject({ ...ended, agingSince: null });
  expect(await readLoanStatus(reach, loanId, at)).toMatchObject({
    status: "CANCELLED",
    closure: "NEVER_PAID_OUT",
    totalDue: 0,
    totalPaid: 0,
    overpaid: 20_000,
    outstanding: { total: 0 },
  });
  const { journals } = await readLedger(loanId);
  expect(journals.at(-1)).toMatchObject({ type: "NEVER_PAID_OUT" });
  expect(Object.fromEntries(journals.at(-1)?.entries.map(({ account, amount }) => [account, amount]) ?? [])).toEqual({
    UNDELIVERED: 10_000_000,
    PRINCIPAL: -8_300_000,
    INTEREST: -600_000,
    INTEREST_INCOME: 900_000,
    OVERPAYMENT: -2_000_000,
  });
  expect(await booksOf(loanId)).toBeNull();
  const [mandate] = await db().select().from(mandates).where(eq(mandates.loanId, loanId)).orderBy(desc(mandates.id));
  expect(mandate).toMatchObject({ status: "CANCELLED" });
  expect((await toldOf(merchantId)).at(-1)).toMatchObject({ event: "loan.cancelled", reason: "NEVER_PAID_OUT" });
  expect((await mailsOf(loanId, "NEVER_PAID_OUT"))[0]?.body).toContain("20,000.00");
  // Its account gave the money back, so another is asked for.
  expect((await refundOf(await reloadLoan(tenant, loanId))).account).toBeUndefined();
  expect(await mailsOf(loanId, "REFUND_ACCOUNT")).toHaveLength(1);

  await deduct(loanId, 500_000, later(at, hour));
  expect(await readLoanStatus(reach, loanId, later(at, hour))).toMatchObject({ overpaid: 25_000, totalDue: 0 });
  const [wrong] = await db()
    .select()
    .from(breaks)
    .where(and(eq(breaks.loanId, loanId), eq(breaks.type, "WRONG_LOAN")));
  expect(wrong).toBeDefined();
  expect(await booksOf(loanId)).toBeNull();

  const then = (asOf: BusinessTime) => explainLoan({ reach, loanId, query: { asOf, limit: 100 }, now: later(at, day) });
  expect(await then(later(returned, -hour))).toMatchObject({ status: "ACTIVE", closure: null, verified: true });
  const between = await then(later(returned, hour / 2));
  expect(between).toMatchObject({
    status: "ACTIVE",
    balances: { accounts: { UNDELIVERED: -100_000 } },
    verified: true,
  });
  const over = { status: "CANCELLED", closure: "NEVER_PAID_OUT", verified: true };
  expect(await then(later(at, day))).toMatchObject({ ...over, balances: { totalDue: 0, overpaid: 25_000 } });
  const { totals } = await readStatement({ reach, loanId, now: later(at, day) });
  expect(totals).toMatchObject({ disbursed: 0, deducted: 25_000, outstanding: 0 });
});

test("one that was repaid meanwhile is undone as well, and one that a reversal opens again is paused", async () => {
  const { loanId, payoutId } = await paidOutOver(railId, tenant, start);
  const all = await deduct(loanId, 10_900_000, later(start, hour));
  await takeBack(payoutId, returned);
  expect(await loanRow(loanId)).toMatchObject({ status: "REPAID", pausedAt: null, returnedAt: expect.any(Date) });
  const at = later(returned, day);
  const back = { reference: anyReference("rev"), originalReference: all, amount: 1_000_000, at };
  await report(sandboxActor(tenant), reversedEvent(await reloadLoan(tenant, loanId), back), at);
  await serviceLoan(loanId, at);
  expect(await loanRow(loanId)).toMatchObject({ status: "ACTIVE", pausedAt: at });
  await endNeverPaidOut({ actor: sandboxActor(tenant), loanId, input, now: at });
  expect(await loanRow(loanId)).toMatchObject({ status: "CANCELLED", completedAt: null });
  expect((await refundOf(await reloadLoan(tenant, loanId))).amount).toBe(9_900_000);
  expect(await booksOf(loanId)).toBeNull();
});

test("a refund that came back is owed again, and goes to another account", async () => {
  const { loanId } = await paidOutOver(railId, tenant, start);
  await deduct(loanId, 11_000_000, later(start, hour));
  const call = { actor: sandboxActor(tenant), loanId, now: later(start, 2 * hour) };
  const id = (await refundOverpayment(call)) ?? "";
  await overRail(railId, id);
  await sendPayout(id, call.now, stays);
  expect((await refundOf(await reloadLoan(tenant, loanId))).amount).toBe(0);
  await takeBack(id, later(call.now, day));
  const refund = await refundOf(await reloadLoan(tenant, loanId));
  expect(refund).toMatchObject({ amount: kobo(100_000), account: undefined });
  expect(await mailsOf(loanId, "REFUND_ACCOUNT")).toHaveLength(1);
  const { totals, entries } = await readStatement({ reach: reachOf(call.actor), loanId, now: now() });
  expect(totals).toMatchObject({ refunded: 0 });
  expect(entries[0]).toMatchObject({ kind: "REFUND_REVERSED", amount: 1_000 });
  expect(entries[0]?.reference).toBe(entries[1]?.reference);
  expect(await booksOf(loanId)).toBeNull();
});

test("its merchant reads in plain words why collection is paused", async () => {
  const { call, loanId } = await returnedLoan();
  const { pause, deduction } = await readJourneyLoan({ actor: call.actor, loanId, now: call.now });
  expect(pause).toEqual({ since: returned.toISOString(), reason: "The money came back to the lender." });
  expect(deduction).toMatchObject({ paused: true, maxNext: 0 });
});
