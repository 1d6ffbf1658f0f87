import { asc, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, transaction } from "@/db/client";
import { mandates } from "@/db/schema/loans";
import { merchants } from "@/db/schema/merchants";
import { mails } from "@/db/schema/operations";
import { payments } from "@/db/schema/payments";
import type { Tenant } from "@/lib/kernel/actor";
import { day, later, minute } from "@/lib/kernel/calendar";
import { kobo } from "@/lib/kernel/money";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { checkMandate } from "@/lib/lending/servicing/check-mandate";
import { defaultLoan } from "@/lib/lending/servicing/default-loan";
import { confirmRefund } from "@/lib/lending/transfers/payouts/refund-overpayment";
import { balancesOf } from "@/lib/loans/ledger/balances";
import { readLedger } from "@/lib/loans/ledger/check";
import { differencesIn } from "@/lib/loans/ledger/find-differences";
import { bookOf, lockLoan } from "@/lib/loans/loans/load-loans";
import { explainLoan } from "@/lib/loans/statements/explain-loan";
import { explainQuery } from "@/lib/loans/statements/explain-schema";
import { type DebitOrder, sandboxMandates } from "@/lib/platform/providers/mandate";
import { useDatabase } from "@/test/database";
import { reloadLoan } from "@/test/factories/disbursed-loan";
import { sandboxActor } from "@/test/factories/kyc";
import { lendableMerchant } from "@/test/factories/lendable";
import { activeLoan, toldOf } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { deductedEvent, report, reversedEvent } from "@/test/factories/repayment";
import { instant } from "@/test/time";
import { collectPayment } from "./collect-payment";
import { orderPayment } from "./order-payment";

useDatabase();

/** 100,000 naira, and 9,000 of interest. */
const start = instant("2026-03-02T09:00:00Z");
const [principal, due] = [10_000_000, 10_900_000];
/** The last moment at which the loan can be ended without interest. */
const lastMoment = later(start, 3 * day);

let tenant: Tenant;
let loan: { loanId: string; merchantId: string };
beforeAll(async () => {
  tenant = (await createMarketplace()).test;
});
beforeEach(async () => {
  const { merchantId } = await lendableMerchant(tenant, start);
  await db().update(merchants).set({ email: "ada@shop.example" }).where(eq(merchants.id, merchantId));
  const { loanId } = await activeLoan(tenant, merchantId, { now: start });
  loan = { loanId, merchantId };
});

const row = () => reloadLoan(tenant, loan.loanId);
const callAt = (now: typeof start) => ({ actor: sandboxActor(tenant), loanId: loan.loanId, now });
const order = (now = lastMoment) => orderPayment({ ...callAt(now), input: { amount: principal / 100 } });
const named = async () => ({ ...(await row()), marketplaceId: tenant.marketplaceId });
const deduct = async (amount: number, at: typeof start) =>
  report(sandboxActor(tenant), deductedEvent(await named(), { reference: `ded-${amount}`, amount, at }), at);
const paymentsOf = () => db().select().from(payments).where(eq(payments.loanId, loan.loanId)).orderBy(asc(payments.id));
const differences = async () => differencesIn(await readLedger(loan.loanId));
const mandateId = async () =>
  (await db().select().from(mandates).where(eq(mandates.loanId, loan.loanId)))[0]?.id ?? "missing";

/** A bank that remembers what it was asked for. */
function rememberingBank() {
  const asked: number[] = [];
  const debit = async (ordered: DebitOrder) => {
    asked.push(ordered.amount);
    return { status: "CONFIRMED", reference: "REF" } as const;
  };
  return { bank: { ...sandboxMandates, debit }, asked };
}

describe("ordered at the last moment, and before the bank is asked", () => {
  test("sales repay the loan with interest: it ends without, and the bank is not asked", async () => {
    const { id } = await order();
    await deduct(due, later(lastMoment, minute));
    // A repaid loan needs no mandate any more.
    await checkMandate(await mandateId(), later(lastMoment, minute), sandboxMandates);
    const { bank, asked } = rememberingBank();
    const at = later(lastMoment, 2 * minute);
    expect(await collectPayment(id, at, bank)).toBeNull();
    expect(asked).toEqual([]);
    expect(await paymentsOf()).toMatchObject([{ status: "CONFIRMED", amount: 0 }]);
    expect(await row()).toMatchObject({ status: "REPAID", cooledOffAt: at, refundDueAt: later(at, day) });
    expect(await differences()).toBeNull();

    const told = (await toldOf(loan.merchantId)).slice(-2);
    expect(told).toMatchObject([
      { event: "loan.completed", summary: { interest_repaid: (due - principal) / 100 } },
      {
        event: "loan.payment_received",
        loan: { status: "REPAID" },
        payment: { amount: 0 },
        loan_balance: { total_due: principal / 100, total_paid: principal / 100, outstanding: 0 },
      },
    ]);
    const repaid = (await db().select().from(mails).where(eq(mails.loanId, loan.loanId)).orderBy(mails.id)).filter(
      ({ kind }) => kind === "REPAID",
    );
    expect(repaid.map(({ body }) => body.includes("so there is no fee"))).toEqual([false, true]);
  });

  test("sales bring some of the principal: only the rest is debited", async () => {
    const { id } = await order();
    await deduct(1_000_000, later(lastMoment, minute));
    const { bank, asked } = rememberingBank();
    await collectPayment(id, later(lastMoment, 2 * minute), bank);
    expect(asked).toEqual([principal - 1_000_000]);
    expect(await row()).toMatchObject({ status: "REPAID", received: principal });
    expect((await toldOf(loan.merchantId)).at(-1)).toMatchObject({ summary: { interest_repaid: 0 } });
    expect(await differences()).toBeNull();
  });

  test("it is declared in default: it ends all the same", async () => {
    const { id } = await order();
    await defaultLoan({ ...callAt(later(lastMoment, minute)), input: { reason: "DECIDED" } });
    await collectPayment(id, later(lastMoment, 2 * minute), sandboxMandates);
    expect(await row()).toMatchObject({ status: "REPAID", received: principal });
    expect(await differences()).toBeNull();
  });

  test("the mandate has ended and something is left to debit: nothing is, and interest is owed", async () => {
    const { id } = await order();
    await db().update(mandates).set({ status: "CANCELLED" }).where(eq(mandates.loanId, loan.loanId));
    const { bank, asked } = rememberingBank();
    await collectPayment(id, later(lastMoment, minute), bank);
    expect(asked).toEqual([]);
    expect(await paymentsOf()).toMatchObject([{ status: "CANCELLED" }]);
    expect(await row()).toMatchObject({ status: "ACTIVE", cooledOffAt: null });
  });
});

const reverse = async (amount: number, at: typeof start, originalReference = `ded-${principal}`) =>
  report(
    sandboxActor(tenant),
    reversedEvent(await named(), {
      ...{ reference: `rev-${amount}`, originalReference },
      ...{ amount, at },
    }),
    at,
  );

test("a deduction that is reversed before it ends the loan: it does not, and the bank is not asked", async () => {
  await deduct(principal, later(start, day));
  const { id } = await order();
  await reverse(500_000, lastMoment);
  const { bank, asked } = rememberingBank();
  await collectPayment(id, later(lastMoment, minute), bank);
  expect(asked).toEqual([]);
  expect(await paymentsOf()).toMatchObject([{ status: "CANCELLED" }]);
  expect(await row()).toMatchObject({ status: "ACTIVE", cooledOffAt: null, received: principal - 500_000 });
  expect(await differences()).toBeNull();
});

test("a deduction that is reversed after it ended the loan: the principal is owed again, with its interest", async () => {
  await deduct(principal, later(start, day));
  const { id } = await order();
  const ended = later(lastMoment, minute);
  await collectPayment(id, ended, sandboxMandates);
  expect(await row()).toMatchObject({ status: "REPAID", cooledOffAt: ended });
  const reopened = later(ended, day);
  await reverse(principal, reopened);
  const loanNow = await row();
  expect(loanNow).toMatchObject({ status: "ACTIVE", cooledOffAt: null, received: 0, completedAt: null });
  expect(loanNow.installments.reduce((sum, { amount }) => sum + amount, 0)).toBe(due);
  expect((await toldOf(loan.merchantId)).at(-1)).toMatchObject({
    event: "loan.reopened",
    ...{ reason: "REVERSAL", outstanding: due / 100 },
  });
  expect(await differences()).toBeNull();
  const explainedAt = async (asOf: typeof start) => {
    const call = { reach: everyMerchantOf(tenant), loanId: loan.loanId, now: later(reopened, day) };
    return explainLoan({ ...call, query: { ...explainQuery.parse({}), asOf } });
  };
  expect(await explainedAt(ended)).toMatchObject({ status: "REPAID", closure: "COOLING_OFF", verified: true });
  expect(await explainedAt(reopened)).toMatchObject({
    ...{ status: "ACTIVE", closure: null, verified: true },
    balances: { totalDue: due / 100, outstanding: { principal: principal / 100, interest: (due - principal) / 100 } },
  });
});

test("what came in beside it and is reversed leaves a loan that ended without interest as it is", async () => {
  await deduct(principal, later(start, day));
  await deduct(700_000, later(start, day));
  const { id } = await order();
  const ended = later(lastMoment, minute);
  await collectPayment(id, ended, sandboxMandates);
  await reverse(700_000, later(ended, day));
  expect(await row()).toMatchObject({ status: "REPAID", cooledOffAt: ended, received: principal });
});

test("what was refunded is reversed, before or after the refund is confirmed: the same books, with interest", async () => {
  const beside = 700_000;
  const refund = (now: typeof start) =>
    transaction(async () => {
      const found = await lockLoan(everyMerchantOf(tenant), loan.loanId);
      await confirmRefund({ actor: sandboxActor(tenant), loan: found, amount: kobo(beside), now });
    });
  const reversal = (now: typeof start) => reverse(beside, now, `ded-${beside}`);
  const left = [];
  for (const steps of [
    [reversal, refund],
    [refund, reversal],
  ]) {
    const { merchantId } = await lendableMerchant(tenant, start);
    const { loanId } = await activeLoan(tenant, merchantId, { now: start });
    loan = { loanId, merchantId };
    await deduct(principal, later(start, day));
    await deduct(beside, later(start, day));
    const { id } = await order();
    const ended = later(lastMoment, minute);
    await collectPayment(id, ended, sandboxMandates);
    let at = ended;
    for (const step of steps) {
      at = later(at, day);
      await step(at);
    }
    const { status, cooledOffAt, installments, ...found } = await row();
    const balances = balancesOf(bookOf({ ...found, status, cooledOffAt, installments }));
    left.push({ status, cooledOffAt, balances });
    expect(await differences()).toBeNull();
  }
  expect(left[0]).toMatchObject({
    ...{ status: "ACTIVE", cooledOffAt: null },
    // What came pays the interest of an instalment first.
    balances: { PRINCIPAL: due - principal + beside, INTEREST: 0, CASH: -beside },
  });
  expect(left[1]).toEqual(left[0]);
});
