import { asc, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { db } from "@/db/client";
import { repaymentEvents } from "@/db/schema/data-events";
import { loans } from "@/db/schema/loans";
import { remittanceBreaks, remittanceItems } from "@/db/schema/remittances";
import { settlements } from "@/db/schema/settlements";
import { type Tenant, tenantOf } from "@/lib/kernel/actor";
import { addDays, day, later } from "@/lib/kernel/calendar";
import { type BusinessTime, realTimeOf } from "@/lib/kernel/time";
import { correctSettlement } from "@/lib/lending/reconciliation/settlements/correct-settlement";
import { useDatabase } from "@/test/database";
import { disbursedLoan } from "@/test/factories/disbursed-loan";
import { anyMerchant } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { matchAll } from "@/test/factories/matching";
import {
  createdEvent,
  tellDeduction,
  tellReversal,
  tellSettlement,
  transferredEvent,
} from "@/test/factories/settlement";
import { at, fold, useRemittingShop } from "@/test/remittances/remitting-shop";
import { foldItems } from "./fold-items";
import { findRemitters, readBalance } from "./queries";
import { watchRemittances } from "./watch-remittances";

useDatabase();

const present = useRemittingShop();
let live: Tenant;
let shop: typeof present.shop;
let [loanId, lenderId] = ["", ""];
beforeEach(() => {
  ({ live, shop, loanId, lenderId } = present);
});
const deduct: typeof present.deduct = (...told) => present.deduct(...told);
const reverse: typeof present.reverse = (...told) => present.reverse(...told);
const settle: typeof present.settle = (...told) => present.settle(...told);
const owes: typeof present.owes = (now) => present.owes(now);
const balance: typeof present.balance = (now) => present.balance(now);
const remit: typeof present.remit = (naira, on) => present.remit(naira, on);
const watch = (now: BusinessTime) => watchRemittances(realTimeOf(now));

test("owed is what was deducted, less reversals, seven days later or with the settlement that names it", async () => {
  await deduct(1_000, at(0), "A");
  await deduct(500, at(1), "B");
  await reverse("A", 400, at(3));
  expect(await owes(at(3))).toEqual([
    ["2026-11-09", 600, "DUE"],
    ["2026-11-10", 500, "DUE"],
  ]);
  await settle("S", at(4), ["A", "B"], 1_100);
  expect(await owes(at(4))).toEqual([["2026-11-06", 1_100, "DUE"]]);
  await reverse("B", 100, at(8));
  expect(await owes(at(8))).toEqual([["2026-11-06", 1_000, "DUE"]]);
});

test("once a settlement has said when, no other says later; a sale deducted for again is due as at first", async () => {
  await deduct(1_000, at(0), "A");
  await settle("one", at(5), ["A"], 1_000);
  expect(await owes(at(5))).toEqual([["2026-11-07", 1_000, "DUE"]]);
  const drop = { reference: `one-${live.marketplaceId}`, input: { reason: "Typed wrongly.", deductionReferences: [] } };
  await correctSettlement({ actor: { kind: "secretKey", tenant: live, keyId: "key_1" }, ...drop, now: at(6) });
  await settle("two", at(9), ["A"], 1_000);
  expect(await owes(at(9))).toEqual([["2026-11-07", 1_000, "DUE"]]);

  const other = { test: live, ...(await anyMerchant(live)) };
  const second = await disbursedLoan(live, { merchantId: other.merchantId, disbursedAt: at(-20) });
  const fact = (reference: string, on: BusinessTime) =>
    tellDeduction(other, { loanId: second.id, reference, amount: 70, at: on, orderId: "O-1" }, on);
  await fact("B", at(0));
  await tellReversal(other, { loanId: second.id, reference: "R", of: "B", amount: 70, at: at(8) }, at(8));
  await fact("C", at(9));
  expect((await owes(at(9))).at(-1)).toEqual(["2026-11-09", 70, "DUE"]);
});

test("however reports, reversals, settlements and folds follow one another, the days are those of the reports", async () => {
  let seed = 11;
  const draw = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const open: { reference: string; amount: number }[] = [];
  for (let step = 0; step < 40; step++) {
    const on = later(at(0), (step * day) / 4);
    const which = draw(10);
    if (which < 4) {
      const one = { reference: `P-${step}`, amount: 10 + draw(90) };
      await deduct(one.amount, on, one.reference);
      open.push(one);
    } else if (which < 6 && open.length > 0) {
      const of = open[draw(open.length)];
      if (of) await reverse(of.reference, 1 + draw(of.amount), on);
    } else if (which < 7) {
      // Before its deduction.
      await reverse(`P-${step + 1}`, 5, on);
    } else if (which < 8 && open.length > 1) {
      const names = open.slice(-2).map(({ reference }) => reference);
      const sum = open.slice(-2).reduce((all, { amount }) => all + amount, 0);
      const about = { reference: `T-${step}-${live.marketplaceId}`, totalDeductions: sum };
      const settlement = { ...about, periodStart: later(on, -30 * day), periodEnd: on, names, transferredAt: on };
      await tellSettlement(shop, createdEvent(shop, settlement, on), on);
      await tellSettlement(shop, transferredEvent(shop, settlement, on), on);
    } else if (which < 9) await matchAll(shop.merchantId, later(on, day));
    else await foldItems("watch-remittances", 1 + draw(4));
  }
  const expected = await oracle();
  const sums = new Map<string, number>();
  await fold();
  const all = await db().select().from(remittanceItems).where(eq(remittanceItems.loanId, loanId));
  for (const { reference, amount, latest } of expected) {
    const named = (await reports()).filter((one) => one.reference === reference || one.originalReference === reference);
    const own = all.filter((item) => named.some(({ id }) => id === item.repaymentEventId));
    expect(own.reduce((sum, item) => sum + item.amount, 0)).toBe(amount);
    expect(own.every(({ dueOn, settled }) => dueOn === latest || (settled && dueOn < latest) || settled)).toBe(true);
    for (const { dueOn, amount: part } of own) sums.set(dueOn, (sums.get(dueOn) ?? 0) + part);
  }
  const days = [...sums].filter(([, amount]) => amount > 0).sort(([a], [b]) => a.localeCompare(b));
  expect((await balance(at(40))).days.map(({ dueOn, amount }) => [dueOn, Number(amount)])).toEqual(days);
  // Nothing is left over of what has been counted otherwise before.
  const items = await db().select().from(remittanceItems).where(eq(remittanceItems.loanId, loanId));
  const booked = (await reports()).filter(({ effect }) => effect === "APPLIED" || effect === "LIABILITY");
  expect(items.map((item) => item.repaymentEventId).sort()).toEqual(booked.map(({ id }) => id).sort());
});

const reports = () =>
  db().select().from(repaymentEvents).where(eq(repaymentEvents.loanId, loanId)).orderBy(asc(repaymentEvents.id));

/**
 * By the reports as they are now, one after another. Of settlements it is what the first fold after one of them saw that
 * counts, so a date may also be an earlier one.
 */
async function oracle(): Promise<{ reference: string; amount: number; latest: string }[]> {
  const all = (await reports()).filter(({ effect }) => ["APPLIED", "LIABILITY"].includes(effect));
  const found = [];
  for (const one of all.filter(({ type }) => type === "repayment.deducted")) {
    const day = (moment: Date) => new Date(moment.getTime() + 3_600_000).toISOString().slice(0, 10);
    let latest = addDays(day(one.occurredAt), 7);
    if (one.settlementId) {
      const [settlement] = await db().select().from(settlements).where(eq(settlements.id, one.settlementId));
      if (settlement?.transferredAt) latest = day(settlement.transferredAt);
    }
    const reversed = all
      .filter(({ type, originalReference }) => type === "repayment.reversed" && originalReference === one.reference)
      .reduce((sum, { amount }) => sum + amount, 0);
    found.push({ reference: one.reference, amount: one.amount - reversed, latest });
  }
  return found;
}

test("marketplaces of one lender are looked at by themselves", async () => {
  await deduct(100, at(0));
  const other = (await createMarketplace()).live;
  const beside = { test: other, ...(await anyMerchant(other)) };
  const loan = await disbursedLoan(other, { merchantId: beside.merchantId, disbursedAt: at(-20) });
  await db().update(loans).set({ lenderId }).where(eq(loans.id, loan.id));
  await tellDeduction(beside, { loanId: loan.id, reference: "Y", amount: 70, at: at(0) }, at(0));
  await remit(100, at(1));
  const [mine] = await findRemitters({ tenant: live });
  const [theirs] = await findRemitters({ tenant: tenantOf(loan) });
  expect([await readBalance(mine as never, at(1)), await readBalance(theirs as never, at(1))]).toMatchObject([
    { unremitted: 0 },
    { unremitted: 7_000 },
  ]);
  await watch(at(20));
  const breaks = await db().select().from(remittanceBreaks).where(eq(remittanceBreaks.lenderId, lenderId));
  expect(breaks.map(({ remitterId }) => remitterId)).toEqual([theirs?.id]);
});
