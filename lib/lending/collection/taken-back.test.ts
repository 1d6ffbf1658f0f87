import { expect, test } from "vitest";
import { markDay } from "@/db/mark-collection";
import { day, hour, later } from "@/lib/kernel/calendar";
import type { BusinessTime } from "@/lib/kernel/time";
import { totalDue } from "@/lib/loans/ledger/balances";
import { bookOf } from "@/lib/loans/loans/load-loans";
import {
  type CollectedShop,
  collectedShop,
  daysOf,
  namedBy,
  openBreaksOf,
  tellDeduction,
  tellSale,
  watchUntil,
} from "@/test/collection/shop";
import { useDatabase } from "@/test/database";
import { reloadLoan } from "@/test/factories/disbursed-loan";
import { activeLoan } from "@/test/factories/loan";
import { payLoan, takeBackPayment } from "@/test/factories/payment";
import { instant } from "@/test/time";

useDatabase();

const lent = instant("2026-11-01T12:00:00Z");
const monday = instant("2026-11-02T09:00:00Z");
const on = (days: number, hours = 0) => later(monday, days * day + hours * hour);
const naira = (amount: number) => amount * 100;

async function collected() {
  const shop = await collectedShop();
  const { test: tenant, merchantId } = shop;
  const loan = namedBy(shop, await activeLoan(tenant, merchantId, { now: lent, principal: naira(100_000) }));
  const due = totalDue(bookOf(await reloadLoan(tenant, loan.id)));
  const pay = async (amount: number, now: BusinessTime, coolingOff = false) => {
    const id = await payLoan(tenant, loan.id, { amount, now, coolingOff });
    await markDay({ tenant, merchantId, loanId: loan.id, at: now, now });
    return id;
  };
  return { shop, loan, due, pay };
}

/** A sale of a hundred thousand, of which ten are asked. */
async function sell(shop: CollectedShop, orderId: string, at: BusinessTime) {
  await tellSale(shop, { orderId, amount: naira(100_000), at }, at);
}

const asked = async (loanId: string) => (await daysOf(loanId)).map(({ day, agreed }) => [day, agreed / 100]);

test("nothing was asked for while a payment had repaid the loan that its bank took back since", async () => {
  const { shop, loan, due, pay } = await collected();
  const id = await pay(due, monday);
  for (const n of [1, 2, 3]) await sell(shop, `o${n}`, on(n));
  // On the day of the reversal one before it, and one after it.
  await sell(shop, "before", on(4, -1));
  await watchUntil(loan.id, on(4));
  await takeBackPayment(id, on(4));
  await sell(shop, "after", on(4, 1));
  await sell(shop, "next", on(5));
  await watchUntil(loan.id, on(40));
  expect(await asked(loan.id)).toEqual([
    ["2026-11-06", 10_000],
    ["2026-11-07", 10_000],
  ]);
  expect((await openBreaksOf(loan.id)).map(({ type, day }) => [type, day])).toEqual([
    ["SHORT_DEDUCTION", "2026-11-06"],
    ["SHORT_DEDUCTION", "2026-11-07"],
  ]);
});

test("the last sale before such an end was asked for the rest alone, and the balance ends again later", async () => {
  const { shop, loan, due, pay } = await collected();
  const id = await pay(due - naira(15_000), monday);
  const deduct = async (orderId: string, amount: number, at: BusinessTime) => {
    await sell(shop, orderId, at);
    const source = { id: orderId, amount: naira(100_000), at };
    await tellDeduction(shop, loan, { reference: `d-${orderId}`, amount: naira(amount), at, source }, at);
  };
  await deduct("o1", 10_000, on(1));
  await deduct("o2", 5_000, on(2));
  expect(await reloadLoan(shop.test, loan.id)).toMatchObject({ status: "REPAID" });
  await sell(shop, "o3", on(3));
  await takeBackPayment(id, on(4));
  await pay(due - naira(15_000) - naira(12_000), on(5));
  await deduct("o6", 10_000, on(6));
  await deduct("o7", 2_000, on(7));
  await watchUntil(loan.id, on(40));
  expect(await reloadLoan(shop.test, loan.id)).toMatchObject({ status: "REPAID" });
  expect(await asked(loan.id)).toEqual([
    ["2026-11-03", 10_000],
    ["2026-11-04", 5_000],
    ["2026-11-08", 10_000],
    ["2026-11-09", 2_000],
  ]);
  expect(await openBreaksOf(loan.id)).toEqual([]);
});

test("a payment made good what was missing, and once it is taken back no more than the debt is asked for", async () => {
  const { shop, loan, due, pay } = await collected();
  // Ten thousand are missing of the first sale, which the payment makes good.
  await sell(shop, "o1", on(0, -1));
  const id = await pay(due, monday);
  await sell(shop, "o2", on(1));
  await takeBackPayment(id, on(2));
  for (let n = 3; n < 18; n++) await sell(shop, `o${n}`, on(n));
  await watchUntil(loan.id, on(60));
  const days = await daysOf(loan.id);
  expect(days.map(({ day }) => day)).not.toContain("2026-11-03");
  expect(days.reduce((sum, { agreed }) => sum + agreed, 0)).toBe(due);
});

test("the interest that cooling-off had waived was not asked for either", async () => {
  const { shop, loan, due, pay } = await collected();
  const id = await pay(naira(100_000), later(lent, hour), true);
  expect(await reloadLoan(shop.test, loan.id)).toMatchObject({ status: "REPAID" });
  await sell(shop, "o1", on(0));
  await takeBackPayment(id, on(1));
  expect(totalDue(bookOf(await reloadLoan(shop.test, loan.id)))).toBe(due);
  for (let n = 2; n < 18; n++) await sell(shop, `o${n}`, on(n));
  await watchUntil(loan.id, on(60));
  const days = await daysOf(loan.id);
  expect(days[0]?.day).toBe("2026-11-04");
  expect(days.reduce((sum, { agreed }) => sum + agreed, 0)).toBe(due);
});
