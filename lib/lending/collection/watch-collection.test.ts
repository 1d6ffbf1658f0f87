import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { loans } from "@/db/schema/loans";
import { day, hour, later, minute } from "@/lib/kernel/calendar";
import type { BusinessTime } from "@/lib/kernel/time";
import { pauseLoan } from "@/lib/loans/loans/changes/pause-loan";
import { resumeLoan } from "@/lib/loans/loans/changes/resume-loan";
import {
  type CollectedShop,
  collectedShop,
  daysOf,
  namedBy,
  openBreaksOf,
  tellDeduction,
  tellReversal,
  tellSale,
  watchOf,
  watchUntil,
} from "@/test/collection/shop";
import { useDatabase } from "@/test/database";
import { sandboxActor } from "@/test/factories/kyc";
import { activeLoan } from "@/test/factories/loan";
import type { ReportedLoan } from "@/test/factories/repayment";
import { instant } from "@/test/time";

useDatabase();

const lent = instant("2026-11-01T12:00:00Z");
/** Monday; its week of sales is judged by the Monday after next but one. */
const monday = instant("2026-11-02T09:00:00Z");
const judged = later(monday, 16 * day);

let shop: CollectedShop;
let loan: ReportedLoan;
beforeEach(async () => {
  shop = await collectedShop();
  loan = namedBy(shop, await activeLoan(shop.test, shop.merchantId, { now: lent, principal: 100_000_000 }));
});

const dayAt = (number: number): BusinessTime => later(monday, number * day);
const sale = (number: number) => ({ id: `order-${number}`, amount: 10_000_000, at: dayAt(number) });

/** A day's sale of 100,000 naira, and what is deducted of it for the loan, in kobo, an hour later. */
async function sellAndDeduct(number: number, amounts: readonly number[]): Promise<void> {
  const { id: orderId, ...sold } = sale(number);
  await tellSale(shop, { orderId, ...sold }, sold.at);
  for (const [i, amount] of amounts.entries()) {
    const at = later(sold.at, hour);
    await tellDeduction(shop, loan, { reference: `d-${number}-${i}`, amount, at, source: sale(number) }, at);
  }
}

const watch = (until: BusinessTime) => watchUntil(loan.id, until);

test("a sale that pays off the loan is agreed, also when the clock that dates it is ahead", async () => {
  const other = await collectedShop();
  const small = namedBy(other, await activeLoan(other.test, other.merchantId, { now: lent, principal: 1_000_000 }));
  const [row] = await db().select().from(loans).where(eq(loans.id, small.id));
  if (!row) throw new Error("There is no loan.");
  const amount = row.principal + row.interest;
  const at = later(monday, minute);
  const source = { id: "order-1", amount: 10 * amount, at };
  await tellDeduction(other, small, { reference: "d-1", amount, at, source }, monday);
  await watchUntil(small.id, judged);
  expect(await openBreaksOf(small.id)).toEqual([]);
  expect(await daysOf(small.id)).toMatchObject([{ agreed: amount, taken: amount, excess: 0 }]);
});

test("the whole debt is asked for, also where one order gave what another of its day did not", async () => {
  const other = await collectedShop();
  const small = namedBy(other, await activeLoan(other.test, other.merchantId, { now: lent, principal: 1_000_000 }));
  const sell = async (orderId: string, amount: number, at: BusinessTime) =>
    tellSale(other, { orderId, amount, at }, at);
  await sell("order-1", 1_200_000, monday);
  await sell("order-2", 9_000_000, later(monday, hour));
  await sell("order-3", 9_000_000, later(monday, day));
  const source = { id: "order-1", amount: 1_200_000, at: monday };
  await tellDeduction(other, small, { reference: "d-1", amount: 500_000, at: monday, source }, later(monday, day));
  await watchUntil(small.id, judged);
  expect(await daysOf(small.id)).toMatchObject([
    { agreed: 1_020_000, taken: 500_000, missing: 520_000, excess: 0 },
    { agreed: 70_000, taken: 0, missing: 70_000, excess: 0 },
  ]);
});

describe("a week of ₦700,000 at 10 percent", () => {
  const week = [0, 1, 2, 3, 4, 5, 6];

  test("as agreed is right, day by day, and nothing is broken", async () => {
    for (const number of week) await sellAndDeduct(number, [1_000_000]);
    await watch(judged);
    expect(await openBreaksOf(loan.id)).toEqual([]);
    expect(await daysOf(loan.id)).toEqual(
      week.map((number) => ({
        day: dayAt(number).toISOString().slice(0, 10),
        agreed: 1_000_000,
        taken: 1_000_000,
        missing: 0,
        excess: 0,
      })),
    );
    // When nothing was told for a fortnight.
    expect((await watchOf(loan.id))?.dueAt).toEqual(later(dayAt(6), 14 * day + hour));
  });

  test("₦7 instead of ₦70,000: short, once it is judged", async () => {
    for (const number of week) await sellAndDeduct(number, [100]);
    await watch(later(instant("2026-11-11T00:00:00Z"), -1));
    expect(await openBreaksOf(loan.id)).toEqual([]);
    await watch(judged);
    expect(await openBreaksOf(loan.id)).toMatchObject(
      week.map(() => ({ type: "SHORT_DEDUCTION", expected: 1_000_000, actual: 100 })),
    );
  });

  test("three times too much: over, at once", async () => {
    for (const number of week) await sellAndDeduct(number, [3_000_000]);
    await watch(later(dayAt(6), 2 * hour));
    expect(await openBreaksOf(loan.id)).toMatchObject(
      week.map(() => ({ type: "OVER_DEDUCTION", expected: 1_000_000, actual: 3_000_000 })),
    );
  });

  test("one order deducted twice", async () => {
    for (const number of week) await sellAndDeduct(number, number === 3 ? [1_000_000, 1_000_000] : [1_000_000]);
    await watch(judged);
    expect(await openBreaksOf(loan.id)).toMatchObject([
      {
        type: "DUPLICATE_ORDER",
        day: "2026-11-05",
        expected: 1_000_000,
        actual: 2_000_000,
        evidence: { reversals: [{ reference: "d-3-1", amount: 10_000 }] },
      },
    ]);
    expect((await daysOf(loan.id))[3]).toMatchObject({ taken: 2_000_000, excess: 1_000_000, missing: 0 });
  });

  test("an order deducted in two parts is right", async () => {
    for (const number of week) await sellAndDeduct(number, [400_000, 600_000]);
    await watch(judged);
    expect(await openBreaksOf(loan.id)).toEqual([]);
  });

  test("more than the sale itself", async () => {
    for (const number of week) await sellAndDeduct(number, [number === 2 ? 10_000_001 : 1_000_000]);
    await watch(judged);
    expect(await openBreaksOf(loan.id)).toMatchObject([
      { type: "EXCEEDS_SALE", day: "2026-11-04", expected: 1_000_000, actual: 10_000_001 },
    ]);
  });

  test("while paused: of a sale made then, and of one before", async () => {
    const actor = sandboxActor(shop.test);
    const pausedAt = later(dayAt(2), hour / 2);
    for (const number of [0, 1]) await sellAndDeduct(number, [1_000_000]);
    await tellSale(shop, { orderId: "order-2", amount: 10_000_000, at: dayAt(2) }, dayAt(2));
    await pauseLoan({ actor, loanId: loan.id, input: { reason: "Agreed" }, now: pausedAt });
    const at = later(pausedAt, hour);
    await tellDeduction(shop, loan, { reference: "d-2-0", amount: 1_000_000, at, source: sale(2) }, at);
    await sellAndDeduct(3, [1_000_000]);
    await resumeLoan({ actor, loanId: loan.id, input: { reason: "Agreed" }, now: dayAt(4) });
    for (const number of [4, 5]) await sellAndDeduct(number, [1_000_000]);
    await watch(later(judged, 2 * day));
    expect(await openBreaksOf(loan.id)).toMatchObject([
      { type: "PAUSED_DEDUCTION", day: "2026-11-04", expected: 0, actual: 1_000_000 },
      { type: "PAUSED_DEDUCTION", day: "2026-11-05", expected: 0, actual: 1_000_000 },
    ]);
    expect((await daysOf(loan.id)).slice(2, 4)).toMatchObject([
      { agreed: 1_000_000, taken: 1_000_000, excess: 0 },
      { agreed: 0, taken: 1_000_000, excess: 1_000_000 },
    ]);
  });

  test("a lump sum without a source covers the week; without any sale it is more than its sale", async () => {
    for (const number of week) await sellAndDeduct(number, []);
    const paid = later(dayAt(7), hour);
    await tellDeduction(shop, loan, { reference: "lump", amount: 7_000_000, at: paid }, paid);
    await watch(judged);
    expect(await openBreaksOf(loan.id)).toEqual([]);
    const alone = dayAt(40);
    await tellDeduction(shop, loan, { reference: "alone", amount: 5_000_000, at: alone }, alone);
    await watch(later(alone, 8 * day));
    expect(await openBreaksOf(loan.id)).toEqual([]);
    await watch(later(alone, 9 * day));
    expect(await openBreaksOf(loan.id)).toMatchObject([{ type: "EXCEEDS_SALE", expected: 0, actual: 5_000_000 }]);
    await tellReversal(shop, loan, { of: "alone", amount: 5_000_000, at: later(alone, day) }, later(alone, 10 * day));
    await watch(later(alone, 10 * day));
    expect(await openBreaksOf(loan.id)).toEqual([]);
  });
});
