import { AsyncLocalStorage } from "node:async_hooks";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { db, transaction } from "@/db/client";
import { collectionDays } from "@/db/schema/collection";
import { loanWatches } from "@/db/schema/loan-watches";
import { loans } from "@/db/schema/loans";
import { breaks } from "@/db/schema/settlements";
import { day, hour, later, minute } from "@/lib/kernel/calendar";
import { zero } from "@/lib/kernel/money";
import type { BusinessTime } from "@/lib/kernel/time";
import { raiseBreak } from "@/lib/lending/reconciliation/breaks/raise-breaks";
import { refundOverpayment } from "@/lib/lending/transfers/payouts/refund-overpayment";
import { sendPayout } from "@/lib/lending/transfers/payouts/send-payout";
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
import { watchCollection } from "./watch-collection";

useDatabase();

const sold = instant("2026-11-02T09:00:00Z");
const judged = later(sold, 10 * day);

let shop: CollectedShop;
let loan: ReportedLoan;
beforeEach(async () => {
  shop = await collectedShop();
  loan = namedBy(
    shop,
    await activeLoan(shop.test, shop.merchantId, { now: later(sold, -day), principal: 100_000_000 }),
  );
});

const own = () => eq(collectionDays.loanId, loan.id);
const sell = (orderId: string, at = sold, now: BusinessTime = at, amount = 10_000_000) =>
  tellSale(shop, { orderId, amount, at }, now);
const deduct = (orderId: string, amount: number, at = sold, now: BusinessTime = at) =>
  tellDeduction(
    shop,
    loan,
    { reference: `d-${orderId}`, amount, at, source: { id: orderId, amount: 10_000_000, at } },
    now,
  );

// Made outside any transaction, so that what it runs is outside of the one that calls it.
const outside = AsyncLocalStorage.snapshot();

/** Has a worker look while something is reported and not committed yet; it is, once the worker waits for it. */
async function lookedAtMeanwhile(reported: () => Promise<void>, now: BusinessTime): Promise<void> {
  let looking: Promise<unknown> = Promise.resolve();
  await transaction(async () => {
    await reported();
    await outside(async () => {
      looking = watchCollection(loan.id, now);
      const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await db().execute(waiting)).length).toBe(1);
    });
  });
  await looking;
}

describe("nothing is lost", () => {
  test("of a sale that commits after a worker has taken up the days", async () => {
    await sell("O-1");
    await transaction(async () => {
      await sell("O-2", later(sold, hour));
      await outside(() => watchCollection(loan.id, judged));
    });
    await watchUntil(loan.id, judged);
    expect(await daysOf(loan.id)).toMatchObject([{ agreed: 2_000_000 }]);
  });

  test("of a deduction that left a day alone because it was marked already", async () => {
    await sell("O-1");
    const marked = async () => (await db().select({ xmin: sql`xmin::text` }).from(collectionDays).where(own()))[0];
    const before = await marked();
    await lookedAtMeanwhile(
      async () => {
        await deduct("O-1", 1_000_000);
        expect(await marked()).toEqual(before);
      },
      later(sold, hour),
    );
    expect(await daysOf(loan.id)).toMatchObject([{ agreed: 1_000_000, taken: 1_000_000 }]);
  });

  test("of what a killed worker had taken up", async () => {
    await sell("O-1");
    await db().update(collectionDays).set({ stale: false, underWay: true }).where(own());
    await watchUntil(loan.id, judged);
    expect(await daysOf(loan.id)).toMatchObject([{ agreed: 1_000_000 }]);
    const rows = await db().select({ underWay: collectionDays.underWay }).from(collectionDays).where(own());
    expect(rows).toEqual([{ underWay: false }]);
  });

  test("by several workers and many reports at the same time, and it is the same from scratch", async () => {
    const orders = Array.from({ length: 24 }, (_, i) => ({
      id: `O-${i}`,
      at: later(sold, (i % 3) * day + i * minute),
    }));
    const now = later(sold, 4 * day);
    await Promise.all([
      ...orders.map(async ({ id, at }, i) => {
        if (i % 2) await sell(id, at, now);
        await deduct(id, i === 4 ? 3_000_000 : 1_000_000, at, now);
        await watchCollection(loan.id, now);
      }),
      ...orders.map(() => watchCollection(loan.id, now)),
    ]);
    const end = later(now, hour);
    await watchUntil(loan.id, end);
    const kept = { days: await daysOf(loan.id), open: await openBreaksOf(loan.id) };
    expect(kept.days.map(({ agreed, taken }) => [agreed, taken])).toEqual([
      [8_000_000, 8_000_000],
      [8_000_000, 10_000_000],
      [8_000_000, 8_000_000],
    ]);
    expect(kept.open).toMatchObject([{ type: "OVER_DEDUCTION", expected: 8_000_000, actual: 10_000_000 }]);
    await db().update(collectionDays).set({ stale: true, own: null, agreed: zero, taken: zero }).where(own());
    await db().update(loanWatches).set({ dueAt: end, cap: null }).where(eq(loanWatches.id, loan.id));
    await watchUntil(loan.id, end);
    expect({ days: await daysOf(loan.id), open: await openBreaksOf(loan.id) }).toEqual(kept);
  });
});

describe("the watch", () => {
  test("is due at once when something is reported, then when the next day is judged, then when nothing was told for a fortnight", async () => {
    await sell("O-1");
    expect((await watchOf(loan.id))?.dueAt).toEqual(sold);
    await watchCollection(loan.id, sold);
    expect((await watchOf(loan.id))?.dueAt).toEqual(instant("2026-11-11T00:00:00Z"));
    await watchUntil(loan.id, judged);
    expect((await watchOf(loan.id))?.dueAt).toEqual(later(sold, 14 * day));
    await watchUntil(loan.id, later(sold, 14 * day));
    expect((await watchOf(loan.id))?.dueAt).toBeNull();
  });

  test("rests the longer, the more was read", async () => {
    for (let i = 0; i < 60; i++) await sell(`O-${i}`, sold, sold, 1_000_000);
    await watchCollection(loan.id, sold);
    await sell("O-60", sold);
    expect((await watchOf(loan.id))?.dueAt).toEqual(later(sold, 1_000));
  });

  test("waits while collection is paused, and is due again once it is resumed", async () => {
    await sell("O-1");
    await watchCollection(loan.id, sold);
    const call = { actor: sandboxActor(shop.test), loanId: loan.id, input: { reason: "Agreed" } };
    await pauseLoan({ ...call, now: later(sold, day) });
    await watchUntil(loan.id, judged);
    expect((await watchOf(loan.id))?.dueAt).toBeNull();
    await resumeLoan({ ...call, now: judged });
    await watchUntil(loan.id, judged);
    expect((await watchOf(loan.id))?.dueAt).toEqual(later(instant("2026-11-11T00:00:00Z"), 9 * day));
  });

  test("of a loan that does not exist is nothing to do", async () => {
    expect(await watchCollection("loan_unknown", sold)).toBeNull();
  });
});

describe("a break", () => {
  const breakRows = () => db().select().from(breaks).where(eq(breaks.loanId, loan.id)).orderBy(breaks.id);

  test("that a person decided is raised again only with other figures", async () => {
    await sell("O-1");
    await watchUntil(loan.id, judged);
    const [found] = await breakRows();
    await db()
      .update(breaks)
      .set({ status: "RESOLVED", resolution: "EXPLAINED" })
      .where(eq(breaks.id, found?.id ?? ""));
    await sell("O-2", later(sold, 2 * day), judged, 0);
    await watchUntil(loan.id, later(judged, day));
    expect(await openBreaksOf(loan.id)).toEqual([]);
    await sell("O-3", later(sold, hour), judged);
    await watchUntil(loan.id, later(judged, day));
    expect(await openBreaksOf(loan.id)).toMatchObject([{ type: "SHORT_DEDUCTION", expected: 2_000_000 }]);
  });

  test("that is open keeps when it was first seen, and takes the new figures", async () => {
    await sell("O-1");
    await watchUntil(loan.id, judged);
    const [first] = await breakRows();
    await deduct("O-1", 400_000, sold, judged);
    await watchUntil(loan.id, judged);
    expect(await breakRows()).toMatchObject([
      { id: first?.id, detectedAt: first?.detectedAt, status: "OPEN", actual: 400_000, evidence: { taken: 4_000 } },
    ]);
  });

  test("SHORT_DEDUCTION ends when the loan is repaid; SHORTFALL when its loan is looked at", async () => {
    const about = { tenant: shop.test, merchantId: shop.merchantId, loanId: loan.id, now: sold };
    await raiseBreak({ ...about, type: "SHORTFALL", subject: `sales:${loan.id}`, evidence: {} });
    await sell("O-1");
    await watchUntil(loan.id, judged);
    expect(await breakRows()).toMatchObject([
      { type: "SHORTFALL", status: "RESOLVED", resolution: "REPLACED" },
      { type: "SHORT_DEDUCTION", status: "OPEN" },
    ]);
    await db().update(loans).set({ status: "REPAID", completedAt: judged }).where(eq(loans.id, loan.id));
    await sell("O-2", later(sold, hour), judged);
    await watchUntil(loan.id, judged);
    expect(await openBreaksOf(loan.id)).toEqual([]);
    expect((await breakRows())[1]).toMatchObject({ resolution: "COVERED" });
  });

  test("OVER_DEDUCTION ends once what was too much is refunded", async () => {
    const sale = { id: "O-1", amount: 1_500_000_000, at: sold };
    await tellDeduction(shop, loan, { reference: "all", amount: 115_000_000, at: sold, source: sale }, sold);
    await watchUntil(loan.id, sold);
    expect(await openBreaksOf(loan.id)).toMatchObject([
      { type: "OVER_DEDUCTION", expected: 109_000_000, actual: 115_000_000 },
    ]);
    const at = later(sold, 2 * day);
    const payoutId = await refundOverpayment({ actor: sandboxActor(shop.test), loanId: loan.id, now: at });
    await sendPayout(payoutId ?? "", at);
    await watchUntil(loan.id, at);
    expect(await openBreaksOf(loan.id)).toEqual([]);
    expect(await daysOf(loan.id)).toMatchObject([{ excess: 6_000_000 }]);
  });

  test("days after a completion count once a reversal has opened the loan again", async () => {
    const sale = { id: "O-1", amount: 1_500_000_000, at: sold };
    await tellDeduction(shop, loan, { reference: "all", amount: 109_000_000, at: sold, source: sale }, sold);
    const after = later(sold, 2 * day);
    await tellSale(shop, { orderId: "O-1", amount: 500_000_000, at: sold }, later(sold, hour));
    await sell("O-2", after);
    await watchUntil(loan.id, after);
    expect(await daysOf(loan.id)).toMatchObject([{ agreed: 50_000_000, taken: 109_000_000 }]);
    await tellReversal(shop, loan, { of: "all", amount: 59_000_000, at: after }, later(after, hour));
    await watchUntil(loan.id, later(after, hour));
    expect(await daysOf(loan.id)).toMatchObject([
      { agreed: 50_000_000, taken: 50_000_000 },
      { agreed: 1_000_000, taken: 0 },
    ]);
  });
});
