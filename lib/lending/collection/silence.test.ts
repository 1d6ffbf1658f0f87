import { beforeEach, describe, expect, test } from "vitest";
import { day, hour, later } from "@/lib/kernel/calendar";
import { everyMerchantOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { listBreaks } from "@/lib/lending/reconciliation/breaks/queries";
import { resolveBreak } from "@/lib/lending/reconciliation/breaks/resolve-break";
import { pauseLoan } from "@/lib/loans/loans/changes/pause-loan";
import { resumeLoan } from "@/lib/loans/loans/changes/resume-loan";
import {
  type CollectedShop,
  collectedShop,
  namedBy,
  tellDeduction,
  tellSale,
  watchUntil,
} from "@/test/collection/shop";
import { useDatabase } from "@/test/database";
import { sandboxActor } from "@/test/factories/kyc";
import { activeLoan } from "@/test/factories/loan";
import type { ReportedLoan } from "@/test/factories/repayment";
import { instant } from "@/test/time";

useDatabase();

const lent = instant("2026-09-01T12:00:00Z");
const at = (days: number): BusinessTime => later(lent, days * day + hour);

let shop: CollectedShop;
let loan: ReportedLoan;
const lend = async (days = 0) => {
  const made = await activeLoan(shop.test, shop.merchantId, { now: later(lent, days * day), principal: 100_000_000 });
  loan = namedBy(shop, made);
};
beforeEach(async () => {
  shop = await collectedShop();
});

const sell = (days: number, now = at(days)) =>
  tellSale(shop, { orderId: `O-${days}`, amount: 10_000_000, at: at(days) }, now);
const sellOn = async (...days: number[]) => {
  for (const one of days) await sell(one);
};
const call = (now: BusinessTime) => ({
  actor: sandboxActor(shop.test),
  loanId: loan.id,
  input: { reason: "Agreed" },
  now,
});

/** The loan's breaks that say that nothing is told, once everything that is due by a day has been computed. */
async function silent(days: number) {
  await watchUntil(loan.id, at(days));
  const query = { loanId: loan.id, type: "NO_SALES_TOLD", limit: 20 } as const;
  return (await listBreaks(everyMerchantOf(shop.test), query)).data;
}
const endings = async (days: number) => (await silent(days)).map(({ status, resolution }) => resolution ?? status);

describe("a merchant that sold weekly", () => {
  test("and of whose sales nothing is told for 14 days: one break, which asks for no amount", async () => {
    await lend();
    await sellOn(1, 8, 15, 22, 26);
    expect(await silent(40 - 0.01)).toEqual([]);
    const [found, ...more] = await silent(90);
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      ...{ status: "OPEN", needsOperator: false, expected: null, actual: null, detectedAt: at(40).toISOString() },
      evidence: { silentSince: "2026-09-27", lastToldAt: at(26).toISOString(), weeks: 4, weeklySales: 125_000 },
      message: expect.stringContaining(
        "told of after 2026-09-27, for two weeks and more; in each of the 4 weeks before something was sold, about ₦125,000.00 a week",
      ),
    });
  });

  test("ends it by telling of a sale of that time; of one long ago it goes on", async () => {
    await lend();
    await sellOn(1, 8, 15, 22);
    await silent(37);
    await sell(22.5, at(37));
    expect(await silent(37)).toMatchObject([{ status: "OPEN", evidence: { lastToldAt: at(22.5).toISOString() } }]);
    await sell(30, at(38));
    expect(await endings(38)).toEqual(["ARRIVED"]);
    expect(await endings(60)).toEqual(["OPEN", "ARRIVED"]);
  });

  test("resolves it with a note, and hears of it again after it told of a sale", async () => {
    await lend();
    await sellOn(1, 8, 15, 22);
    const [found] = await silent(36);
    const input = { resolution: "EXPLAINED", note: "On holiday." } as const;
    const actor = { kind: "secretKey", tenant: shop.test, keyId: "key_1" } as const;
    await resolveBreak({ actor, breakId: found?.id ?? "", input, now: at(37) });
    await sell(0.5, at(38));
    expect(await endings(50)).toEqual(["EXPLAINED"]);
    await sellOn(51, 58, 65, 72);
    expect(await endings(86)).toEqual(["OPEN", "EXPLAINED"]);
  });

  test("by deductions alone, with weekly payouts", async () => {
    await lend();
    for (const days of [7, 14, 21, 28])
      await tellDeduction(shop, loan, { reference: `D-${days}`, amount: 1_000_000, at: at(days) }, at(days));
    expect(await silent(41.9)).toEqual([]);
    expect(await silent(42)).toMatchObject([{ status: "OPEN", evidence: { weeklySales: 0 } }]);
    await tellDeduction(shop, loan, { reference: "D-42", amount: 1_000_000, at: at(42) }, at(42));
    expect(await endings(42)).toEqual(["ARRIVED"]);
  });

  test("whose marketplace sends deductions and no sales events any more is not silent", async () => {
    await lend();
    await sellOn(1, 8, 15, 22);
    for (const days of [28, 35, 42])
      await tellDeduction(shop, loan, { reference: `D-${days}`, amount: 1_000_000, at: at(days) }, at(days));
    expect(await silent(55)).toEqual([]);
  });

  test("before its loan was paid out is not silent until 14 days after, also where nothing is told of since", async () => {
    await sellOn(1, 8, 15, 22);
    await lend(40);
    expect(await silent(53)).toEqual([]);
    expect(await endings(55)).toEqual(["OPEN"]);
  });

  test("is not silent while its loan is paused, nor 14 days from then", async () => {
    await lend();
    await sellOn(1, 8, 15, 22);
    await pauseLoan(call(at(30)));
    expect(await silent(60)).toEqual([]);
    await resumeLoan(call(at(60)));
    expect(await silent(73.9)).toEqual([]);
    expect(await endings(74)).toEqual(["OPEN"]);
    await pauseLoan(call(at(75)));
    expect(await endings(75)).toEqual(["LOWERED"]);
  });
});

test.each([
  ["three weeks", [8, 15, 22]],
  ["every other week", [1, 15, 29, 43]],
  ["never", []],
])("a merchant that sold in %s only is not missed", async (_, days) => {
  await lend();
  await sellOn(...days);
  expect(await silent(90)).toEqual([]);
});

test("nothing is missed of a loan that is repaid", async () => {
  await lend();
  await sellOn(1, 8, 15, 22);
  await silent(36);
  await tellDeduction(shop, loan, { reference: "D", amount: 109_000_000, at: at(22) }, at(37));
  expect(await endings(60)).toEqual(["LOWERED"]);
});
