import { asc, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { db } from "@/db/client";
import { repaymentEvents } from "@/db/schema/data-events";
import { lenders } from "@/db/schema/lenders";
import { loans } from "@/db/schema/loans";
import { remittanceBreaks, remittanceItems, remitters } from "@/db/schema/remittances";
import { settlements } from "@/db/schema/settlements";
import { type Tenant, tenantOf } from "@/lib/kernel/actor";
import { addDays, day, later } from "@/lib/kernel/calendar";
import { lagosDate } from "@/lib/kernel/lagos-days";
import { kobo, toKobo } from "@/lib/kernel/money";
import { type BusinessTime, realTimeOf } from "@/lib/kernel/time";
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
import { instant } from "@/test/time";
import { closeRemittanceBreak, listRemittanceBreaks } from "./breaks";
import { foldItems } from "./fold-items";
import { listRemittances } from "./list-remittances";
import { findRemitters, readBalance } from "./queries";
import { receiveRemittance } from "./receive-remittance";
import { refundObstacle } from "./refund-cover";
import { stoppedLenders } from "./unremitted";
import { watchRemittances } from "./watch-remittances";

useDatabase();

// A Monday.
const start = instant("2026-11-02T09:00:00Z");
const at = (days: number) => later(start, days * day);

type Shop = { test: Tenant; thirdPartyCustomerId: string; merchantId: string };
let live: Tenant;
let shop: Shop;
let loanId: string;
let lenderId: string;
let told = 0;
beforeEach(async () => {
  live = (await createMarketplace()).live;
  shop = { test: live, ...(await anyMerchant(live)) };
  ({ id: loanId, lenderId } = await disbursedLoan(live, { merchantId: shop.merchantId, disbursedAt: at(-20) }));
});

/** Naira. */
const deduct = (amount: number, on: BusinessTime, reference = `D-${++told}`) =>
  tellDeduction(shop, { loanId, reference, amount, at: on }, later(on, 1));
const reverse = (of: string, amount: number, on: BusinessTime) =>
  tellReversal(shop, { loanId, reference: `R-${++told}`, of, amount, at: on }, later(on, 2));
const fold = async () => {
  while (await foldItems("watch-remittances", 3)) {
    // Until nothing is left.
  }
};
const remitter = async () => {
  await fold();
  const [found] = await findRemitters({ tenant: live });
  if (!found) throw new Error("Nothing is owed.");
  return found;
};
const balance = async (now: BusinessTime) => readBalance(await remitter(), now);
const owes = async (now: BusinessTime) =>
  (await balance(now)).days.map(({ dueOn, amount, state }) => [dueOn, amount / 100, state]);
let lines = 0;
const remit = async (naira: number, on: BusinessTime) =>
  receiveRemittance({
    remitterId: (await remitter()).id,
    amount: toKobo(naira),
    receivedOn: lagosDate(on),
    bankReference: `LINE-${++lines}`,
    source: "STATEMENT",
    realNow: realTimeOf(on),
  });
const watch = (now: BusinessTime) => watchRemittances(realTimeOf(now));
const breaksTold = async () => listRemittanceBreaks({ lenderId, all: true });

test("owed is what was deducted, less reversals, seven days later or with the settlement that names it", async () => {
  await deduct(1_000, at(0), "A");
  await deduct(500, at(1), "B");
  await reverse("A", 400, at(3));
  expect(await owes(at(3))).toEqual([
    ["2026-11-09", 600, "DUE"],
    ["2026-11-10", 500, "DUE"],
  ]);
  const settlement = {
    totalDeductions: 1_100,
    periodStart: at(-1),
    periodEnd: at(4),
    reference: `S-${live.marketplaceId}`,
  };
  const names = ["A", "B"];
  await tellSettlement(shop, createdEvent(shop, settlement, at(4)), at(4));
  await tellSettlement(shop, transferredEvent(shop, { ...settlement, names, transferredAt: at(4) }, at(4)), at(4));
  await matchAll(shop.merchantId, at(6));
  expect(await owes(at(4))).toEqual([["2026-11-06", 1_100, "DUE"]]);
  await reverse("B", 100, at(8));
  expect(await owes(at(8))).toEqual([["2026-11-06", 1_000, "DUE"]]);
});

test("one that reports and never remits is named on the third bank day after, and stopped at the limit", async () => {
  await deduct(300_000, at(0));
  // Due on Monday the 9th: Thursday the 12th is the third bank day after it.
  await fold();
  await watch(at(10));
  expect(await breaksTold()).toEqual([]);
  await watch(at(11));
  const [missing] = await breaksTold();
  expect(missing).toMatchObject({ type: "NOT_RECEIVED", subject: "2026-11-09", expected: 300_000, actual: 0 });
  await watch(at(12));
  expect(await breaksTold()).toHaveLength(1);
  expect(await stoppedLenders([lenderId], live, at(12))).toEqual(new Set());
  await db()
    .update(lenders)
    .set({ limits: { unremitted: toKobo(299_999) } })
    .where(eq(lenders.id, lenderId));
  expect(await stoppedLenders([lenderId], live, at(12))).toEqual(new Set([lenderId]));
  expect(await stoppedLenders([lenderId], { ...live, marketplaceId: "mkt_other" } as Tenant, at(12))).toEqual(
    new Set(),
  );

  // A part of it comes: it is told, and nobody but an operator closes the break.
  await remit(1, at(13));
  expect(await stoppedLenders([lenderId], live, at(13))).toEqual(new Set());
  await remit(299_999, at(13));
  await watch(at(14));
  expect(await breaksTold()).toMatchObject([{ type: "NOT_RECEIVED", actual: 300_000, closedAt: null }]);
  const operator = { kind: "operatorUser", userId: "usr_1", role: "ADMIN" } as const;
  const close = () =>
    closeRemittanceBreak({
      operator,
      breakId: missing?.id ?? "",
      input: { note: "Came on the 15th." },
      realNow: realTimeOf(at(15)),
    });
  expect(await close()).toMatchObject({ note: "Came on the 15th." });
  await expect(close()).rejects.toMatchObject({ code: "BREAK_RESOLVED" });
  await watch(at(16));
  expect(await listRemittanceBreaks({ lenderId, all: false })).toEqual([]);
  await db().update(lenders).set({ limits: {} }).where(eq(lenders.id, lenderId));
});

test("a line of a statement settles once", async () => {
  await deduct(100, at(0));
  const line = { amount: kobo(100), receivedOn: "2026-11-05", bankReference: `ONCE-${live.marketplaceId}` };
  const { id: remitterId } = await remitter();
  const receive = () => receiveRemittance({ ...line, remitterId, source: "STATEMENT", realNow: realTimeOf(at(1)) });
  await receive();
  await expect(receive()).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  expect((await balance(at(1))).received).toBe(100);
});

test("reports become no refunds: not before the money for them has come, nor while the marketplace is late", async () => {
  const [loan] = await db().select().from(loans).where(eq(loans.id, loanId));
  if (!loan) throw new Error("No loan.");
  const refund = (now: BusinessTime) => refundObstacle(loan, { amount: toKobo(50_000) }, now);
  // What its merchant paid itself is no word of the marketplace's.
  expect(await refund(at(0))).toBeNull();
  await deduct(159_000, at(0));
  expect(await refund(at(0))).toContain("just being added up");
  await fold();
  expect(await refund(at(1))).toContain("due 2026-11-09");
  await remit(158_999, at(2));
  expect(await refund(at(3))).toContain("has not arrived");
  await remit(1, at(3));
  expect(await refund(at(3))).toBeNull();
  // Another loan of the same marketplace is late.
  const other = { test: live, ...(await anyMerchant(live)) };
  const second = await disbursedLoan(live, { merchantId: other.merchantId, disbursedAt: at(-20) });
  await tellDeduction(other, { loanId: second.id, reference: "X", amount: 10, at: at(4) }, at(4));
  await fold();
  expect(await refund(at(12))).toBeNull();
  expect(await refund(at(16))).toBeNull();
  expect(await refund(at(17))).toContain("late with ₦10.00");
  await remit(10, at(17));
  expect(await refund(at(17))).toBeNull();
  // Never more than has been remitted in all.
  expect(await refundObstacle(loan, { amount: toKobo(159_010.01) }, at(17))).toContain("more than");
});

test("in test all that is reported has come; the marketplace sees where to send what it owes", async () => {
  await deduct(100, at(0));
  await fold();
  const [shown] = await listRemittances(live, at(1));
  expect(shown).toMatchObject({ account: null, reported: 100, received: 0, unremitted: 100, since: "2026-11-09" });
  expect(shown?.reference).toMatch(/^[a-z0-9]{16}$/);
  const [own] = await db().select().from(remitters).where(eq(remitters.marketplaceId, live.marketplaceId));
  if (!own) throw new Error("No remitter.");
  expect(await readBalance({ ...own, environment: "test" }, at(1))).toMatchObject({ unremitted: 0 });
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
  expect((await balance(at(40))).days.map(({ dueOn, amount }) => [dueOn, Number(amount)])).toEqual(await oracle());
  // Nothing is left over of what has been counted otherwise before.
  const items = await db().select().from(remittanceItems).where(eq(remittanceItems.loanId, loanId));
  const booked = (await reports()).filter(({ effect }) => effect === "APPLIED" || effect === "LIABILITY");
  expect(items.map((item) => item.repaymentEventId).sort()).toEqual(booked.map(({ id }) => id).sort());
});

const reports = () =>
  db().select().from(repaymentEvents).where(eq(repaymentEvents.loanId, loanId)).orderBy(asc(repaymentEvents.id));

/** By the reports as they are now, one after another. */
async function oracle(): Promise<[string, number][]> {
  const all = (await reports()).filter(({ effect }) => ["APPLIED", "LIABILITY"].includes(effect));
  const deductions = all.filter(({ type }) => type === "repayment.deducted");
  const days = new Map<string, number>();
  for (const one of deductions) {
    let dueOn = addDays(new Date(one.occurredAt.getTime() + 3_600_000).toISOString().slice(0, 10), 7);
    if (one.settlementId) {
      const [settlement] = await db().select().from(settlements).where(eq(settlements.id, one.settlementId));
      if (settlement?.transferredAt) {
        dueOn = new Date(settlement.transferredAt.getTime() + 3_600_000).toISOString().slice(0, 10);
      }
    }
    const reversed = all
      .filter(({ type, originalReference }) => type === "repayment.reversed" && originalReference === one.reference)
      .reduce((sum, { amount }) => sum + amount, 0);
    days.set(dueOn, (days.get(dueOn) ?? 0) + one.amount - reversed);
  }
  return [...days].filter(([, amount]) => amount > 0).sort(([a], [b]) => a.localeCompare(b));
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
