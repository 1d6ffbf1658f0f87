import { beforeEach, describe, expect, test } from "vitest";
import { day, hour, later } from "@/lib/kernel/calendar";
import { everyMerchantOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { decideBreak } from "@/lib/lending/reconciliation/breaks/decide-break";
import { listBreaks } from "@/lib/lending/reconciliation/breaks/queries";
import { receiveSalesEvent } from "@/lib/sales/data-events/receive-sales-event";
import { submitSalesData } from "@/lib/sales/records/submit-sales-data";
import {
  type CollectedShop,
  collectedShop,
  daysOf,
  namedBy,
  tellDeduction,
  tellSale,
  watchUntil,
} from "@/test/collection/shop";
import { useDatabase } from "@/test/database";
import { usualLoan } from "@/test/factories/disbursed-loan";
import { anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { activeLoan } from "@/test/factories/loan";
import { merchantRecord } from "@/test/factories/merchant-record";
import type { ReportedLoan } from "@/test/factories/repayment";
import { instant } from "@/test/time";

useDatabase();

const lent = instant("2026-11-01T12:00:00Z");
const sold = instant("2026-11-02T09:00:00Z");
const judged = later(sold, 10 * day);

let shop: CollectedShop;
let loan: ReportedLoan;
beforeEach(async () => {
  shop = await collectedShop();
  loan = namedBy(shop, await activeLoan(shop.test, shop.merchantId, { now: lent, principal: 100_000_000 }));
});

const sell = (orderId: string, amount: number, now: BusinessTime, at = sold, refundOf?: string) =>
  tellSale(shop, { orderId, amount, at, refundOf }, now);

async function breaksOf(status: "OPEN" | "RESOLVED" = "OPEN") {
  const { data } = await listBreaks(everyMerchantOf(shop.test), { loanId: loan.id, status, limit: 20 });
  return data;
}
const typesOf = async () => (await breaksOf()).map(({ type }) => type).sort();

/** The day's agreed and missing amount once everything that is due has been computed. */
async function figures(now: BusinessTime) {
  await watchUntil(loan.id, later(now, hour));
  return (await daysOf(loan.id)).map(({ agreed, missing }) => [agreed, missing]);
}

async function decide(resolution: "ACCEPTED" | "REJECTED" | "EXPLAINED", now: BusinessTime) {
  const changed = (await breaksOf()).find(({ type }) => type === "SALE_CHANGED");
  const call = { actor: sandboxActor(shop.test), breakId: changed?.id ?? "", now };
  return decideBreak({ ...call, input: { resolution, note: "Looked at." } });
}

describe("a sale that is told of again", () => {
  beforeEach(() => sell("O-1", 10_000_000, sold));

  test("within a day is corrected, larger and smaller, and moved", async () => {
    await sell("O-1", 4_000_000, later(sold, hour));
    expect(await figures(later(sold, hour))).toEqual([[400_000, 0]]);
    await sell("O-1", 6_000_000, later(sold, 23 * hour), later(sold, day - hour));
    await watchUntil(loan.id, judged);
    expect(await daysOf(loan.id)).toMatchObject([{ day: "2026-11-03", agreed: 600_000 }]);
    expect(await typesOf()).toEqual(["SHORT_DEDUCTION"]);
  });

  test("after its share was due counts larger at once, and changes nothing otherwise", async () => {
    const before = later(lent, -1_000);
    for (const [amount, at] of [
      [10_000_000, before],
      [10_000, sold],
      [10_000_000, later(sold, -day)],
    ] as const) {
      await sell("O-1", amount, judged, at);
      expect(await figures(judged)).toEqual([[1_000_000, 1_000_000]]);
      expect(await typesOf()).toEqual(["SALE_CHANGED", "SHORT_DEDUCTION"]);
    }
    const changed = (await breaksOf()).find(({ type }) => type === "SALE_CHANGED");
    expect(changed).toMatchObject({ needsOperator: true, expected: 10_000, actual: 0 });
    const tellings = { amount: 100_000, occurredAt: sold.toISOString(), toldAmount: 100_000 };
    expect(changed?.evidence.changes).toMatchObject([
      { orderId: "O-1", ...tellings, toldOccurredAt: later(sold, -day).toISOString() },
    ]);
    await sell("O-1", 20_000_000, judged);
    expect(await figures(judged)).toEqual([[2_000_000, 2_000_000]]);
    expect((await breaksOf("RESOLVED")).map(({ type, resolution }) => [type, resolution])).toEqual([
      ["SALE_CHANGED", "WITHDRAWN"],
    ]);
  });

  test("counts as told last once an operator accepts it, and what it missed is not covered", async () => {
    await figures(judged);
    await sell("O-1", 100_000, judged);
    await figures(judged);
    await expect(decide("EXPLAINED", judged)).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    await decide("ACCEPTED", later(judged, hour));
    expect(await figures(later(judged, hour))).toEqual([[10_000, 10_000]]);
    await tellDeduction(
      shop,
      loan,
      { reference: "d", amount: 10_000, at: judged, source: source(100_000) },
      later(judged, day),
    );
    expect(await figures(later(judged, day))).toEqual([[10_000, 0]]);
    expect((await breaksOf("RESOLVED")).map(({ type, resolution }) => `${type} ${resolution}`).sort()).toEqual([
      "SALE_CHANGED ACCEPTED",
      "SHORT_DEDUCTION COVERED",
    ]);
  });

  test("stays as it was once an operator rejects it, also when it is told the same way again", async () => {
    await sell("O-1", 0, judged);
    await figures(judged);
    await decide("REJECTED", later(judged, hour));
    await sell("O-1", 0, later(judged, 2 * hour));
    expect(await figures(later(judged, day))).toEqual([[1_000_000, 1_000_000]]);
    expect(await typesOf()).toEqual(["SHORT_DEDUCTION"]);
  });

  test("that is said to be another merchant's stays this one's until an operator decides", async () => {
    const { merchantId } = await anyMerchant(shop.test);
    const other = { ...shop, merchantId };
    await figures(judged);
    await tellSale(other, { orderId: "O-1", amount: 10_000_000, at: sold }, judged);
    expect(await figures(judged)).toEqual([[1_000_000, 1_000_000]]);
    expect(await typesOf()).toEqual(["SALE_CHANGED", "SHORT_DEDUCTION"]);
    await decide("ACCEPTED", later(judged, hour));
    expect(await figures(later(judged, hour))).toEqual([]);
    expect((await breaksOf("RESOLVED")).map(({ resolution }) => resolution).sort()).toEqual(["ACCEPTED", "LOWERED"]);
  });
});

const source = (amount: number, type = "sale") => ({ id: "O-1", type, amount, at: sold });

describe("a return", () => {
  beforeEach(() => sell("O-1", 10_000_000, sold));

  test("lessens what is agreed until the share is due, and counts once, however often it is told", async () => {
    for (const amount of [1_000_000, 4_000_000])
      await sell("R-1", amount, later(sold, 7 * day), later(sold, day), "O-1");
    await sell("R-2", 1_000_000, later(sold, 7 * day), sold, "O-1");
    // Of a return, of an order that nobody knows, and of another merchant's.
    for (const of of ["R-1", "unknown"]) await sell("R-3", 9_000_000, later(sold, 7 * day), sold, of);
    expect(await figures(judged)).toEqual([[500_000, 500_000]]);
    await sell("R-1", 10, judged, sold, "O-1");
    expect(await figures(judged)).toEqual([[899_999, 899_999]]);
  });

  test("told afterwards changes nothing by itself; of more than the sale it leaves nothing", async () => {
    await figures(judged);
    await sell("R-1", 90_000_000, judged, sold, "O-1");
    expect(await figures(judged)).toEqual([[1_000_000, 1_000_000]]);
    expect(await typesOf()).toEqual(["SALE_CHANGED", "SHORT_DEDUCTION"]);
    await decide("ACCEPTED", later(judged, hour));
    expect(await figures(later(judged, hour))).toEqual([]);
  });

  test("is of another order, and of something", async () => {
    const event = { eventId: "e", merchantId: shop.merchantId, orderId: "R-1", amount: 1, currency: "NGN" as const };
    await receiveSalesEvent({
      actor: sandboxActor(shop.test),
      input: { ...event, occurredAt: sold, refundOf: "O-1" },
      now: sold,
    });
    expect(await figures(judged)).toEqual([[999_990, 999_990]]);
  });
});

describe("a source", () => {
  test("does not lessen what an event said, nor an event what a source said once it is due", async () => {
    await tellDeduction(shop, loan, { reference: "d", amount: 1, at: sold, source: source(10_000_000) }, sold);
    expect(await figures(judged)).toEqual([[1_000_000, 999_999]]);
    await sell("O-1", 10_000, judged);
    await tellDeduction(shop, loan, { reference: "e", amount: 1, at: judged, source: source(1) }, judged);
    expect(await figures(judged)).toEqual([[1_000_000, 999_998]]);
    expect(await typesOf()).toEqual(["SALE_CHANGED", "SHORT_DEDUCTION"]);
  });

  test("that is no sale stands although a sale of its days is told of later", async () => {
    const payout = source(10_000_000, "payout");
    await tellDeduction(shop, loan, { reference: "d", amount: 1, at: sold, source: payout }, sold);
    expect(await figures(judged)).toEqual([[1_000_000, 999_999]]);
    await sell("O-2", 100, judged);
    expect(await figures(judged)).toEqual([[1_000_050, 1_000_049]]);
    expect(await typesOf()).toEqual(["SALE_CHANGED", "SHORT_DEDUCTION"]);
    await decide("ACCEPTED", later(judged, hour));
    expect(await figures(later(judged, hour))).toEqual([[50, 49]]);
  });
});

test("another payout period does not give a day that was judged more time", async () => {
  await sell("O-1", 10_000_000, sold);
  expect(await figures(judged)).toEqual([[1_000_000, 1_000_000]]);
  const record = merchantRecord({}, judged);
  const payoutCashFlow = { ...record.payoutCashFlow, payoutFrequency: "MONTHLY" as const };
  const identity = { ...record.merchantIdentity, merchantId: shop.thirdPartyCustomerId };
  const input = { ...record, merchantIdentity: identity, payoutCashFlow };
  const call = { actor: sandboxActor(shop.test), ref: shop.merchantId, now: judged };
  await submitSalesData({ ...call, input });
  await sell("O-2", usualLoan.due, judged, judged);
  expect(await figures(judged)).toEqual([
    [1_000_000, 1_000_000],
    [usualLoan.due / 10, 0],
  ]);
});
