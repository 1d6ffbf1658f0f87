import { eq, isNull } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { db } from "@/db/client";
import { lenders } from "@/db/schema/lenders";
import { loans } from "@/db/schema/loans";
import { marketplaces } from "@/db/schema/marketplaces";
import { mails } from "@/db/schema/operations";
import { remitters } from "@/db/schema/remittances";
import { operatorIn, type Tenant } from "@/lib/kernel/actor";
import { kobo, toKobo } from "@/lib/kernel/money";
import { type BusinessTime, realTimeOf } from "@/lib/kernel/time";
import { resumeMarketplace, suspendMarketplace } from "@/lib/parties/marketplaces/suspend-marketplace";
import { useDatabase } from "@/test/database";
import { disbursedLoan } from "@/test/factories/disbursed-loan";
import { anyMerchant } from "@/test/factories/kyc";
import { tellDeduction } from "@/test/factories/settlement";
import { at, fold, useRemittingShop } from "@/test/remittances/remitting-shop";
import { closeRemittanceBreak, listRemittanceBreaks } from "./breaks";
import { listRemittances } from "./list-remittances";
import { readBalance } from "./queries";
import { receiveRemittance } from "./receive-remittance";
import { readLoanReceived } from "./received-of-loan";
import { refundObstacle } from "./refund-cover";
import { stoppedLenders } from "./unremitted";
import { watchRemittances } from "./watch-remittances";

useDatabase();

const present = useRemittingShop();
let live: Tenant;
let [loanId, lenderId] = ["", ""];
beforeEach(() => {
  ({ live, loanId, lenderId } = present);
});
const deduct: typeof present.deduct = (...told) => present.deduct(...told);
const reverse: typeof present.reverse = (...told) => present.reverse(...told);
const balance: typeof present.balance = (now) => present.balance(now);
const remit: typeof present.remit = (naira, on) => present.remit(naira, on);
const watch = (now: BusinessTime) => watchRemittances(realTimeOf(now));
const breaksTold = async () => (await listRemittanceBreaks({ lenderId, all: true, limit: 100 })).data;

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
  expect((await listRemittanceBreaks({ lenderId, all: false, limit: 100 })).data).toEqual([]);
  await db().update(lenders).set({ limits: {} }).where(eq(lenders.id, lenderId));
});

test("a line of a statement settles once", async () => {
  await deduct(100, at(0));
  const line = { amount: kobo(100), receivedOn: "2026-11-05", bankReference: `ONCE-${live.marketplaceId}` };
  const { id: remitterId } = await present.remitter();
  const receive = () => receiveRemittance({ ...line, remitterId, source: "STATEMENT", realNow: realTimeOf(at(1)) });
  await receive();
  await expect(receive()).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  expect((await balance(at(5))).received).toBe(100);
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

test("a closed break comes again for more, one of a day that is no more says so, and what nothing explains is told", async () => {
  const operator = { kind: "operatorUser", userId: "usr_1", role: "ADMIN" } as const;
  await deduct(100, at(0), "A");
  await fold();
  await watch(at(20));
  const [first] = await breaksTold();
  const closing = { operator, breakId: first?.id ?? "", input: { note: "Known." }, realNow: realTimeOf(at(20)) };
  await closeRemittanceBreak(closing);
  await watch(at(21));
  expect(await breaksTold()).toHaveLength(1);
  await deduct(50, at(0), "B");
  await fold();
  await watch(at(22));
  expect(await breaksTold()).toMatchObject([{ expected: 150, closedAt: null }, { expected: 100 }]);
  await reverse("A", 100, at(23));
  await reverse("B", 50, at(23));
  await fold();
  await watch(at(24));
  expect(await breaksTold()).toMatchObject([{ expected: 0, actual: 0 }, { expected: 100 }]);
  await remit(30, at(25));
  await watch(at(25));
  expect(await breaksTold()).toHaveLength(2);
  await watch(at(27));
  expect(await breaksTold()).toMatchObject([{ type: "UNKNOWN_RECEIPT", expected: 0, actual: 30 }, {}, {}]);
});

test("what counts from a later day has not come yet", async () => {
  await deduct(100, at(0));
  await remit(100, at(9));
  expect(await balance(at(8))).toMatchObject({ received: 0, unremitted: 10_000 });
  expect(await balance(at(9))).toMatchObject({ received: 10_000, unremitted: 0 });
});

test("of a loan, what has been repaid is said as reported and as received", async () => {
  await deduct(100, at(0));
  await deduct(40, at(1));
  await remit(120, at(2));
  const asked = { actor: operatorIn(live, { userId: "usr_1" }), loanId, now: at(3) };
  expect(await readLoanReceived(asked)).toEqual({ reported: 140, received: 100, paidDirectly: 0 });
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

test("nothing new is lent where a marketplace is suspended, until that ends; it is told why", async () => {
  const operator = { kind: "operatorUser", userId: "usr_1", role: "ADMIN" } as const;
  const { marketplaceId } = live;
  const turn = { operator, marketplaceId, reason: "October is not remitted.", realNow: realTimeOf(at(1)) };
  const { liveAt } = marketplaces;
  await db().update(marketplaces).set({ liveAt: null }).where(eq(marketplaces.id, marketplaceId));
  await expect(suspendMarketplace(turn)).rejects.toMatchObject({ code: "MARKETPLACE_NOT_LIVE" });
  await db()
    .update(marketplaces)
    .set({ liveAt: realTimeOf(at(0)) })
    .where(isNull(liveAt));
  for (const again of [turn, turn]) await suspendMarketplace(again);
  expect(await stoppedLenders([lenderId], live, at(2))).toEqual(new Set([lenderId]));
  expect(await stoppedLenders([lenderId], { ...live, environment: "test" } as Tenant, at(2))).toEqual(new Set());
  await resumeMarketplace(turn);
  expect(await stoppedLenders([lenderId], live, at(2))).toEqual(new Set());
  const told = await db().select({ body: mails.body }).from(mails).where(eq(mails.marketplaceId, marketplaceId));
  expect(told.filter(({ body }) => body.includes("October is not remitted."))).toHaveLength(1);
});
