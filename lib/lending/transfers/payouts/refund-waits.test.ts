import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { collectionDays } from "@/db/schema/collection";
import { loans, payouts } from "@/db/schema/loans";
import { breaks } from "@/db/schema/settlements";
import { ownedBy } from "@/db/tenancy";
import { day, later } from "@/lib/kernel/calendar";
import { kobo, zero } from "@/lib/kernel/money";
import { raiseBreak } from "@/lib/lending/reconciliation/breaks/raise-breaks";
import { serviceLoan } from "@/lib/lending/servicing/service-loan";
import { repayLoan } from "@/lib/sandbox/test-helpers/test-loans/repay-loan";
import { reverseRepayment } from "@/lib/sandbox/test-helpers/test-loans/reverse-repayment";
import type { DayFigures } from "@/lib/terms/collection/day-schema";
import { useDatabase } from "@/test/database";
import { sandboxActor } from "@/test/factories/kyc";
import { lendableMerchant } from "@/test/factories/lendable";
import { activeLoan } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { as, run } from "@/test/operator-terminal";
import { instant } from "@/test/time";

useDatabase();

const start = instant("2026-03-02T09:00:00Z");
const at = (days: number) => later(start, days * day);
const saleDay = "2026-03-12";
let shop: TestMarketplace;
let merchantId: string;
let loanId: string;
beforeAll(async () => {
  shop = await createMarketplace();
  await run(`operator add ${as} First Reviewer`, {});
});

const none = { agreed: zero, taken: zero };
/** What a day comes to on which 1,000 naira were deducted of no sale. */
const withoutSale: DayFigures = {
  ...{
    ...none,
    share: zero,
    used: zero,
    catchUp: zero,
    changed: zero,
    surplus: zero,
    paused: zero,
    exceeds: none,
    duplicate: none,
  },
  unsourced: { usual: kobo(100_000), paused: zero, recovered: zero },
};

/** A loan that received 1,000 naira too much on day 10, whose refund is due a day later. */
async function overpaid(): Promise<void> {
  ({ merchantId } = await lendableMerchant(shop.test, start));
  ({ loanId } = await activeLoan(shop.test, merchantId, { now: start }));
  await repayLoan({ actor: sandboxActor(shop.test), loanId, input: { amount: 110_000 }, now: at(10) });
  await db().delete(collectionDays).where(eq(collectionDays.loanId, loanId));
}

const raise = () =>
  raiseBreak({
    ...{ tenant: shop.test, merchantId, loanId, type: "EXCEEDS_SALE", subject: `collection:${loanId}:${saleDay}` },
    ...{ expected: kobo(0), actual: kobo(100_000), evidence: {}, now: at(10) },
  });
const setBreak = (breakId: string, status: "ANSWERED" | "RESOLVED") =>
  db().update(breaks).set({ status }).where(eq(breaks.id, breakId));
const setDay = (figures: Partial<typeof collectionDays.$inferInsert>) =>
  db()
    .insert(collectionDays)
    .values({ ...ownedBy(shop.test), loanId, day: saleDay, ...figures })
    .onConflictDoUpdate({ target: [collectionDays.loanId, collectionDays.day], set: figures });
const refunds = async () =>
  (await db().select().from(payouts).where(eq(payouts.loanId, loanId))).filter(({ purpose }) => purpose === "REFUND");
const dueAt = async () => (await db().select().from(loans).where(eq(loans.id, loanId)))[0]?.dueAt;

describe("what came in without a sale behind it", () => {
  test("is not refunded by itself until the break about it is decided", async () => {
    await overpaid();
    const breakId = await raise();
    expect(await serviceLoan(loanId, at(11))).toEqual(at(12));
    await setBreak(breakId, "ANSWERED");
    expect(await serviceLoan(loanId, at(12))).toEqual(at(13));
    expect(await refunds()).toEqual([]);
    expect(await dueAt()).toEqual(at(13));
    await setBreak(breakId, "RESOLVED");
    expect(await serviceLoan(loanId, at(13))).toBeNull();
    expect(await refunds()).toMatchObject([{ amount: 100_000 }]);
  });

  test("is not refunded while its day is to be computed, or not judged", async () => {
    await overpaid();
    await setDay({ excess: kobo(0), stale: true });
    expect(await serviceLoan(loanId, at(11))).toEqual(at(12));
    await setDay({ excess: kobo(100_000), own: withoutSale, stale: false });
    expect(await serviceLoan(loanId, at(12))).toEqual(at(13));
    expect(await refunds()).toEqual([]);
    // An excess that was judged and raised no break is no more than a balance that was paid off by real sales.
    await setDay({ judgedAt: at(13) });
    expect(await serviceLoan(loanId, at(13))).toBeNull();
    expect(await refunds()).toHaveLength(1);
  });

  test("is refunded by an operator only once the break is decided", async () => {
    await overpaid();
    await setDay({ excess: kobo(100_000), own: withoutSale, judgedAt: null });
    const breakId = await raise();
    const refused = { code: "BREAK_NEEDS_OPERATOR", message: expect.stringContaining(`Decide the break ${breakId} `) };
    await expect(run(`loan refund ${loanId}`)).rejects.toMatchObject(refused);
    await setBreak(breakId, "RESOLVED");
    const again = async () => void (await raise());
    await expect(run(`loan refund ${loanId}`, { as }, again)).rejects.toMatchObject({ code: "BREAK_NEEDS_OPERATOR" });
    expect(await refunds()).toEqual([]);
    await db().update(breaks).set({ status: "RESOLVED" }).where(eq(breaks.loanId, loanId));
    expect(await run(`loan refund ${loanId}`)).toMatch(
      /\n! The sales of 2026-03-12 are not judged yet\n.+\nRefund ₦1,000\.00 to this account\nOrdered as pay_\w+\.$/,
    );
  });
});

test("what is owed is listed with how long it has been, and what it waits for", async () => {
  await overpaid();
  await reverseRepayment({ actor: sandboxActor(shop.test), loanId, input: { amount: 1_000 }, now: at(11) });
  expect(await run("loan overpaid")).not.toContain(loanId);
  await repayLoan({ actor: sandboxActor(shop.test), loanId, input: { amount: 500 }, now: at(20) });
  await repayLoan({ actor: sandboxActor(shop.test), loanId, input: { amount: 250 }, now: at(22) });
  await db().delete(collectionDays).where(eq(collectionDays.loanId, loanId));
  const line = async () => (await run("loan overpaid")).split(loanId)[1]?.split("\n")[1];
  const owed =
    "Overpaid     ₦750.00 since 2026-03-22T09:00:00.000Z, refunded automatically from 2026-03-23T09:00:00.000Z";
  expect(await line()).toBe(owed);
  const breakId = await raise();
  expect(await line()).toBe(`${owed}; break ${breakId} undecided`);
  await setBreak(breakId, "RESOLVED");
  await serviceLoan(loanId, at(21));
  expect(await line()).toMatch(/since 2026-03-22T09:00:00.000Z, a transfer is under way \(pay_\w+\)$/);
});
