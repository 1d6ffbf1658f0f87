import { AsyncLocalStorage } from "node:async_hooks";
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { db, transaction } from "@/db/client";
import { markDay } from "@/db/mark-collection";
import { merchants } from "@/db/schema/merchants";
import { day, hour, later } from "@/lib/kernel/calendar";
import {
  type CollectedShop,
  collectedShop,
  daysOf,
  namedBy,
  openBreaksOf,
  tellDeduction,
  tellReversal,
  tellSale,
  watchUntil,
} from "@/test/collection/shop";
import { useDatabase } from "@/test/database";
import { disbursedLoan, usualLoan } from "@/test/factories/disbursed-loan";
import type { ReportedLoan } from "@/test/factories/repayment";
import { instant } from "@/test/time";

useDatabase();

const sold = instant("2026-11-02T09:00:00Z");

let shop: CollectedShop;
beforeEach(async () => {
  shop = await collectedShop();
});

async function lend(disbursedAt = later(sold, -day)): Promise<ReportedLoan> {
  const { id: loanId, reference } = await disbursedLoan(shop.test, { merchantId: shop.merchantId, disbursedAt });
  return namedBy(shop, { loanId, reference });
}

test("sales told of after the loan's end are behind what was taken after it", async () => {
  const loan = await lend();
  const sale = { id: "O-1", amount: 200_000_000, at: sold };
  await tellDeduction(shop, loan, { reference: "all", amount: usualLoan.due, at: sold, source: sale }, sold);
  const after = later(sold, 30 * day);
  await tellDeduction(shop, loan, { reference: "more", amount: 1_000_000, at: after }, after);
  await watchUntil(loan.id, later(after, 10 * day));
  expect(await openBreaksOf(loan.id)).toMatchObject([{ type: "EXCEEDS_SALE", actual: 1_000_000 }]);
  const now = later(after, 11 * day);
  await tellSale(shop, { orderId: "O-2", amount: 10_000_000, at: later(after, -day) }, now);
  await watchUntil(loan.id, now);
  expect(await openBreaksOf(loan.id)).toMatchObject([{ type: "OVER_DEDUCTION", actual: 1_000_000 }]);
});

test("a loan is asked for what an earlier one turns out not to have been, also on days on which it had no share", async () => {
  const one = await lend();
  const two = await lend(later(sold, hour));
  const small = later(sold, 2 * day);
  // Its half of 200 naira is the first one's minimum.
  await tellSale(shop, { orderId: "O-1", amount: 20_000, at: small }, small);
  for (const { id } of [one, two]) await watchUntil(id, small);
  expect([await daysOf(one.id), await daysOf(two.id)]).toMatchObject([[{ agreed: 10_000 }], []]);
  const now = later(sold, 10 * day);
  await tellSale(shop, { orderId: "O-0", amount: 200_000_000, at: sold }, now);
  for (const { id } of [one, two, one, two]) await watchUntil(id, now);
  expect(await daysOf(one.id)).toMatchObject([{ day: "2026-11-02", agreed: usualLoan.due }]);
  expect(await daysOf(two.id)).toMatchObject([{ day: "2026-11-04", agreed: 10_000 }]);
});

test("a loan that is opened again asks its share before those disbursed later", async () => {
  const one = await lend();
  const two = await lend(later(sold, -hour));
  await tellDeduction(shop, one, { reference: "all", amount: usualLoan.due, at: sold }, sold);
  const at = later(sold, day);
  // Of half of 300 naira each asks its minimum of 100.
  await tellSale(shop, { orderId: "O-1", amount: 30_000, at }, at);
  await watchUntil(two.id, at);
  expect(await daysOf(two.id)).toMatchObject([{ agreed: 10_000 }]);
  const now = later(at, hour);
  await tellReversal(shop, one, { of: "all", amount: usualLoan.due, at: now }, now);
  for (const { id } of [one, two]) await watchUntil(id, now);
  expect(await daysOf(one.id)).toMatchObject([{ agreed: 10_000 }]);
  expect(await daysOf(two.id)).toMatchObject([{ agreed: 5_000 }]);
});

test("a loan whose balance turns out to end earlier leaves more of the sales after it to those disbursed later", async () => {
  const one = await lend();
  const two = await lend(later(sold, hour));
  const at = later(sold, day);
  await tellSale(shop, { orderId: "O-1", amount: 30_000, at }, at);
  for (const { id } of [one, two]) await watchUntil(id, at);
  expect(await daysOf(two.id)).toMatchObject([{ agreed: 5_000 }]);
  await tellSale(shop, { orderId: "O-0", amount: usualLoan.due * 10, at: sold }, at);
  for (const { id } of [two, one, two]) await watchUntil(id, later(at, hour));
  expect((await daysOf(one.id)).map(({ agreed }) => agreed)).toEqual([usualLoan.due]);
  expect(await daysOf(two.id)).toMatchObject([{ agreed: 10_000 }]);
});

test("what is to be reversed of several orders is of each what was too much", async () => {
  const loan = await lend();
  for (const id of ["O-1", "O-2"]) {
    const source = { id, amount: 10_000_000, at: sold };
    await tellDeduction(shop, loan, { reference: `d-${id}`, amount: 1_200_000, at: sold, source }, sold);
  }
  await watchUntil(loan.id, sold);
  const [found] = await openBreaksOf(loan.id);
  const of = (id: string) => ({ reference: `d-${id}`, amount: 2_000 });
  expect(found).toMatchObject({ type: "OVER_DEDUCTION", evidence: { reversals: [of("O-1"), of("O-2")] } });
});

test("a payout that sales turn out to be behind is a deduction without a sale, on the day it was made", async () => {
  const loan = await lend();
  const batch = { id: "B-1", type: "payout", amount: 30_000_000, at: sold };
  const made = later(sold, 2 * day);
  await tellDeduction(shop, loan, { reference: "d-1", amount: 3_000_000, at: made, source: batch }, made);
  await watchUntil(loan.id, made);
  expect(await daysOf(loan.id)).toMatchObject([{ day: "2026-11-02", agreed: 3_000_000, taken: 3_000_000 }]);
  const at = later(sold, -hour);
  await tellSale(shop, { orderId: "O-1", amount: 10_000_000, at }, made);
  await watchUntil(loan.id, made);
  expect(await daysOf(loan.id)).toMatchObject([
    { day: "2026-11-02", agreed: 1_000_000, taken: 1_000_000 },
    { day: "2026-11-04", agreed: 0, taken: 2_000_000, excess: 2_000_000 },
  ]);
});

// Made outside any transaction, so that what it runs is outside of the one that calls it.
const outside = AsyncLocalStorage.snapshot();

test("a deduction with events does not hold days that another change of the merchant waits for", async () => {
  const loan = await lend();
  let reporting: Promise<unknown> = Promise.resolve();
  await transaction(async () => {
    await db().select().from(merchants).where(eq(merchants.id, shop.merchantId)).for("no key update");
    await outside(async () => {
      reporting = tellDeduction(shop, loan, { reference: "all", amount: usualLoan.due, at: sold }, sold);
      const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await db().execute(waiting)).length).toBe(1);
    });
    await markDay({ tenant: shop.test, merchantId: shop.merchantId, at: sold, now: sold });
  });
  await reporting;
  await watchUntil(loan.id, sold);
  expect(await daysOf(loan.id)).toMatchObject([{ taken: usualLoan.due }]);
});
