import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { loanChanges, loans, loanWatches } from "@/db/schema/loans";
import { breaks } from "@/db/schema/settlements";
import { ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/actor";
import { day, hour, later, minute } from "@/lib/calendar";
import { receiveSalesEvent } from "@/lib/data-events/receive-sales-event";
import { newId } from "@/lib/ids";
import { submitSalesData } from "@/lib/ingestion/submit-sales-data";
import { kobo, zero } from "@/lib/money";
import type { BusinessTime } from "@/lib/time";
import { useDatabase } from "@/test/database";
import { anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { activeLoan } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { merchantRecord } from "@/test/factories/merchant-record";
import { tellDeduction, tellReversal } from "@/test/factories/settlement";
import { instant } from "@/test/time";
import { decideBreak } from "./decide-break";
import { watchSales } from "./watch-sales";

useDatabase();

const lent = instant("2026-11-02T00:00:00Z");
const week = 8 * day;

let shop: { test: Tenant; merchantId: string; thirdPartyCustomerId: string };
let loanId: string;
beforeEach(async () => {
  const { test } = await createMarketplace();
  shop = { test, ...(await anyMerchant(test)) };
  loanId = (await activeLoan(test, shop.merchantId, { now: lent })).loanId;
});

let told = 0;

/** Naira. */
async function sell(orderId: string, at: BusinessTime, amount = 20_000, now = at): Promise<void> {
  told += 1;
  const event = { eventId: `sale-${told}`, merchantId: shop.merchantId, orderId, amount, currency: "NGN" as const };
  await receiveSalesEvent({ actor: sandboxActor(shop.test), input: { ...event, occurredAt: at }, now });
}

const deduct = (reference: string, at: BusinessTime, orderId?: string, now = at) =>
  tellDeduction(shop, { loanId, reference, amount: 1_000, at, orderId }, now);

async function watchOf() {
  const [row] = await db().select().from(loanWatches).where(eq(loanWatches.id, loanId));
  return row;
}

/** Runs the watch whenever it is due, until a moment, as the engine does; returns the number of runs. */
async function passTime(until: BusinessTime): Promise<number> {
  for (let times = 0; times < 200; times++) {
    const dueAt = (await watchOf())?.dueAt;
    if (!dueAt || dueAt > until) return times;
    await watchSales(loanId, dueAt);
  }
  throw new Error("It never comes to rest.");
}

async function shortfalls() {
  return db().select().from(breaks).where(eq(breaks.merchantId, shop.merchantId)).orderBy(breaks.id);
}

async function setPaid(frequency: "DAILY" | "MONTHLY") {
  const record = merchantRecord({
    merchantIdentity: { merchantId: shop.thirdPartyCustomerId },
    payoutCashFlow: { payoutFrequency: frequency },
  });
  const ref = shop.merchantId;
  await submitSalesData({ actor: sandboxActor(shop.test), ref, input: record, now: lent });
}

const first = later(lent, day);

describe("a shortfall", () => {
  test("is reported with its evidence once the payout period is over and no deduction has followed", async () => {
    await sell("O-1", first, 20_000);
    await sell("O-2", later(first, hour), 500);
    await passTime(later(first, week - 1));
    expect(await shortfalls()).toEqual([]);
    await passTime(later(first, week + day));
    expect(await shortfalls()).toMatchObject([
      {
        type: "SHORTFALL",
        status: "OPEN",
        loanId,
        // 10 percent of 20,000, and the minimum of 100.
        expected: 210_000,
        actual: 0,
        evidence: {
          sales: [
            { orderId: "O-1", amount: 20_000, occurredAt: first.toISOString() },
            { orderId: "O-2", amount: 500, occurredAt: later(first, hour).toISOString() },
          ],
          salesCount: 2,
          salesTotal: 20_500,
          expectedDeduction: 2_100,
          payoutPeriodDays: 7,
          from: first.toISOString(),
          until: later(first, hour).toISOString(),
        },
      },
    ]);
  });

  test("is none where a deduction followed", async () => {
    await sell("O-1", first);
    await deduct("D-1", later(first, 6 * day));
    await passTime(later(first, 30 * day));
    expect(await shortfalls()).toEqual([]);
    expect((await watchOf())?.dueAt).toBeNull();
  });

  test("is reported when the deduction that followed was taken back", async () => {
    await sell("O-1", first);
    const at = later(first, 6 * day);
    await deduct("D-1", at);
    await tellReversal(shop, { loanId, of: "D-1", amount: 1_000, at: later(at, hour) }, later(at, hour));
    await passTime(later(first, 10 * day));
    expect(await shortfalls()).toHaveLength(1);
  });

  test("grows with further sales instead of becoming two", async () => {
    await sell("O-1", first);
    await passTime(later(first, week));
    await sell("O-2", later(first, 9 * day));
    await passTime(later(first, 9 * day + week + day));
    const all = await shortfalls();
    expect(all).toMatchObject([
      { evidence: { salesCount: 2, from: first.toISOString() }, detectedAt: later(first, week) },
    ]);
  });

  test("ends when the deduction is reported late, or names the order", async () => {
    await sell("O-1", first);
    await sell("O-2", first);
    await passTime(later(first, week));
    const at = later(first, 20 * day);
    await deduct("D-1", at, "O-1");
    await passTime(at);
    expect(await shortfalls()).toMatchObject([{ status: "OPEN", evidence: { salesCount: 1 } }]);
    await deduct("D-2", later(first, day), undefined, at);
    await passTime(later(at, day));
    expect(await shortfalls()).toMatchObject([{ status: "RESOLVED", resolution: "COVERED" }]);
    expect((await watchOf())?.dueAt).toBeNull();
  });

  test("is not reported again once somebody has decided, unless there is more", async () => {
    await sell("O-1", first);
    await passTime(later(first, week));
    const [found] = await shortfalls();
    const input = { resolution: "EXPLAINED", note: "Paid in cash" } as const;
    const decidedAt = later(first, week + hour);
    await decideBreak({ actor: sandboxActor(shop.test), breakId: found?.id ?? "", input, now: decidedAt });
    await passTime(later(first, 20 * day));
    expect(await shortfalls()).toHaveLength(1);
    // Reported late: from the period already decided on, and from before it.
    const at = later(first, 21 * day);
    await sell("O-0", later(first, -hour), 100, at);
    await passTime(later(at, hour));
    expect(await shortfalls()).toMatchObject([
      { resolution: "EXPLAINED" },
      { evidence: { sales: [{ orderId: "O-0" }] } },
    ]);
  });

  test("asks for no more than is owed", async () => {
    await db()
      .update(loans)
      .set({ received: kobo(10_900_000 - 5_000) })
      .where(eq(loans.id, loanId));
    await sell("O-1", first, 90_000);
    await passTime(later(first, week));
    expect(await shortfalls()).toMatchObject([{ expected: 5_000 }]);
  });

  test.each([
    ["DAILY", 2],
    ["MONTHLY", 32],
  ] as const)("goes by how often the marketplace pays out (%s)", async (frequency, days) => {
    await setPaid(frequency);
    await sell("O-1", first);
    await passTime(later(first, days * day - 1));
    expect(await shortfalls()).toEqual([]);
    await passTime(later(first, days * day));
    expect(await shortfalls()).toMatchObject([{ evidence: { payoutPeriodDays: days - 1 } }]);
  });
});

describe("no deduction is expected", () => {
  test("of sales before the loan was disbursed", async () => {
    await sell("O-1", later(lent, -hour), 20_000, later(lent, hour));
    expect((await watchOf())?.dueAt).toBeNull();
    await sell("O-2", first);
    await passTime(later(first, week));
    expect(await shortfalls()).toMatchObject([{ evidence: { salesCount: 1, sales: [{ orderId: "O-2" }] } }]);
  });

  test("while collection is paused", async () => {
    const terms = { deductionBasisPoints: 1_000, minimumDeduction: zero, dueDate: "2027-02-01", paused: false };
    const change = { ...ownedBy(shop.test), loanId, previous: terms, current: terms, reason: "Agreed" };
    const pausedAt = later(lent, hour);
    await db()
      .insert(loanChanges)
      .values({ id: newId("loanChange"), ...change, kind: "PAUSE", effectiveFrom: pausedAt });
    await db().update(loans).set({ pausedAt }).where(eq(loans.id, loanId));
    await sell("O-1", first);
    await passTime(later(first, 30 * day));
    expect(await shortfalls()).toEqual([]);
  });

  test("of a loan that is repaid, and what was short before is forgotten", async () => {
    await sell("O-1", first);
    await passTime(later(first, week));
    await db().update(loans).set({ status: "REPAID" }).where(eq(loans.id, loanId));
    await sell("O-2", later(first, 9 * day));
    await passTime(later(first, 30 * day));
    expect(await shortfalls()).toMatchObject([{ status: "RESOLVED", resolution: "COVERED" }]);
    expect((await watchOf())?.dueAt).toBeNull();
  });

  test("of a loan that is written off, but what was short stays", async () => {
    await sell("O-1", first);
    await passTime(later(first, week));
    await db().update(loans).set({ status: "WRITTEN_OFF" }).where(eq(loans.id, loanId));
    await passTime(later(first, 30 * day));
    expect(await shortfalls()).toMatchObject([{ status: "OPEN" }]);
    expect((await watchOf())?.dueAt).toBeNull();
  });

  test("of another merchant's sales", async () => {
    const other = await anyMerchant(shop.test);
    const event = {
      eventId: "theirs",
      merchantId: other.merchantId,
      orderId: "O-1",
      amount: 1,
      currency: "NGN" as const,
    };
    await receiveSalesEvent({ actor: sandboxActor(shop.test), input: { ...event, occurredAt: first }, now: first });
    expect((await watchOf())?.dueAt).toBeNull();
  });
});

describe("the watch", () => {
  test("is set by the first sale and left alone by those that follow", async () => {
    expect((await watchOf())?.dueAt).toBeNull();
    await sell("O-1", first);
    expect((await watchOf())?.dueAt).toEqual(later(first, 2 * day));
    await sell("O-2", later(first, hour));
    expect((await watchOf())?.dueAt).toEqual(later(first, 2 * day));
  });

  test("is set again by a sale that comes while it may be under way", async () => {
    await sell("O-1", first);
    const due = later(first, 2 * day);
    await sell("O-2", later(first, hour), 1, later(due, minute));
    expect((await watchOf())?.dueAt).toEqual(due);
    await watchSales(loanId, later(due, minute));
    expect((await watchOf())?.dueAt).toEqual(later(first, week));
  });

  test("checks a past period again when a sale of it is reported late", async () => {
    await db()
      .update(loans)
      .set({ disbursedAt: later(lent, -20 * day) })
      .where(eq(loans.id, loanId));
    await sell("O-1", first);
    await deduct("D-1", later(first, hour), "O-1");
    await passTime(later(first, 20 * day));
    expect((await watchOf())?.watchedUntil).toEqual(first);
    const at = later(first, 20 * day);
    await sell("O-late", later(first, -9 * day), 500, at);
    expect(await watchOf()).toMatchObject({ dueAt: at, watchedUntil: later(first, -9 * day - 1) });
    await passTime(at);
    expect(await shortfalls()).toMatchObject([{ evidence: { sales: [{ orderId: "O-late" }] } }]);
  });

  test("does not look once for every sale", async () => {
    for (let hours = 0; hours < 48; hours++) await sell(`O-${hours}`, later(first, hours * hour));
    await deduct("D-1", later(first, 3 * day));
    const looks = await passTime(later(first, 30 * day));
    expect(looks).toBeLessThan(6);
    expect((await watchOf())?.dueAt).toBeNull();
  });

  test("of a loan that does not exist is nothing to do", async () => {
    expect(await watchSales("loan_unknown", first)).toBeNull();
  });
});
