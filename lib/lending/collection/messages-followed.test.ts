import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { loans } from "@/db/schema/loans";
import { day, hour, later } from "@/lib/kernel/calendar";
import { everyMerchantOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { decideBreak } from "@/lib/lending/reconciliation/breaks/decide-break";
import { breakMessage } from "@/lib/lending/reconciliation/breaks/messages";
import { listBreaks } from "@/lib/lending/reconciliation/breaks/queries";
import { pauseLoan } from "@/lib/loans/loans/changes/pause-loan";
import { resumeLoan } from "@/lib/loans/loans/changes/resume-loan";
import type { BreakType } from "@/lib/terms/breaks";
import {
  type CollectedShop,
  collectedShop,
  namedBy,
  openBreaksOf,
  tellDeduction,
  tellReversal,
  tellSale,
  watchUntil,
} from "@/test/collection/shop";
import { useDatabase } from "@/test/database";
import { sandboxActor } from "@/test/factories/kyc";
import { activeLoan } from "@/test/factories/loan";
import type { ReportedLoan } from "@/test/factories/repayment";
import { instant } from "@/test/time";

useDatabase();

const sold = instant("2026-11-02T09:00:00Z");
const judged = later(sold, 10 * day);
const source = { id: "order-1", amount: 10_000_000, at: sold };

let shop: CollectedShop;
let loan: ReportedLoan;
beforeEach(async () => {
  shop = await collectedShop();
  loan = namedBy(
    shop,
    await activeLoan(shop.test, shop.merchantId, { now: later(sold, -day), principal: 100_000_000 }),
  );
});

const deduct = (reference: string, amount: number, at: BusinessTime, from?: typeof source) =>
  tellDeduction(shop, loan, { reference, amount, at, source: from }, later(at, hour));

/** The one break there is at a moment, and what it says. */
async function broken(at: BusinessTime) {
  await watchUntil(loan.id, at);
  const [found, ...others] = await openBreaksOf(loan.id);
  if (!found) throw new Error("Nothing is broken.");
  expect(others).toEqual([]);
  return { ...found, message: breakMessage({ id: "brk_1", owed: null, ...found }) };
}

async function listOpen(type: BreakType, status: "OPEN" | "RESOLVED" = "OPEN") {
  return (await listBreaks(everyMerchantOf(shop.test), { type, status, limit: 10 })).data;
}

async function isMended(at: BusinessTime): Promise<void> {
  await watchUntil(loan.id, later(at, 20 * day));
  expect(await openBreaksOf(loan.id)).toEqual([]);
}

/** Reverses what the evidence lists, and the message with it. */
async function reverseAll({ evidence, message }: Awaited<ReturnType<typeof broken>>, now: BusinessTime): Promise<void> {
  const reversals = evidence.reversals as { reference: string; amount: number }[];
  expect(reversals.length).toBeGreaterThan(0);
  for (const { reference, amount } of reversals) {
    expect(message).toContain(`of ${reference}`);
    await tellReversal(shop, loan, { of: reference, amount: Math.round(amount * 100), at: now }, now);
  }
}

describe("doing what the message says ends the break", () => {
  test("SHORT_DEDUCTION: what is missing is reported, naming the order", async () => {
    await deduct("d-1", 400_000, sold, source);
    const { type, message, evidence } = await broken(judged);
    expect([type, message]).toEqual(["SHORT_DEDUCTION", expect.stringContaining("₦6,000.00 is missing")]);
    const [{ orderId, agreed, taken }] = evidence.sales as [{ orderId: string; agreed: number; taken: number }];
    await deduct("d-2", (agreed - taken) * 100, judged, { ...source, id: orderId });
    await isMended(judged);
  });

  test("SHORT_DEDUCTION: the order was smaller than its source said", async () => {
    await deduct("d-1", 400_000, sold, source);
    expect((await broken(judged)).message).toContain("smaller than a source_transaction said");
    await tellSale(shop, { orderId: "order-1", amount: 4_000_000, at: sold }, judged);
    await watchUntil(loan.id, later(judged, hour));
    const [changed] = await listOpen("SALE_CHANGED");
    const input = { resolution: "ACCEPTED", note: "The invoice says so." } as const;
    await decideBreak({ actor: sandboxActor(shop.test), breakId: changed?.id ?? "", input, now: later(judged, hour) });
    await isMended(judged);
    expect((await listOpen("SHORT_DEDUCTION", "RESOLVED")).map(({ resolution }) => resolution)).toEqual(["LOWERED"]);
  });

  test("SHORT_DEDUCTION: never more is asked for than is owed", async () => {
    await tellSale(shop, { orderId: "order-1", amount: source.amount, at: sold }, sold);
    await watchUntil(loan.id, judged);
    const message = async () => (await listOpen("SHORT_DEDUCTION"))[0]?.message;
    expect(await message()).toContain("₦10,000.00 is missing. Deduct it, or find deductions");
    const owing = (kobo: number) =>
      db()
        .update(loans)
        .set({ received: sql`principal + interest - ${kobo}` })
        .where(eq(loans.id, loan.id));
    await owing(10_000);
    expect(await message()).toContain("Only ₦100.00 of the loan is still owed: deduct no more than that, or find");
    await owing(0);
    expect(await message()).toContain("Nothing is owed any more, and nothing is to be deducted.");
  });

  test("SHORT_DEDUCTION: what was deducted and is no deduction of the day's orders is told beside it", async () => {
    await tellSale(shop, { orderId: "order-1", amount: source.amount, at: sold }, sold);
    await deduct("d-1", 400_000, later(sold, hour));
    const { message, evidence } = await broken(judged);
    expect(evidence).toMatchObject({ deductionsCount: 0, takenOtherwise: 4_000 });
    expect(message).toContain("and ₦4,000.00 was, ₦4,000.00 of it by deductions that name no order");
  });

  test("OVER_DEDUCTION: it is reversed, or the order was larger", async () => {
    await deduct("d-1", 3_000_000, sold, source);
    const over = await broken(later(sold, hour));
    expect([over.type, over.message]).toEqual(["OVER_DEDUCTION", expect.stringContaining("₦20,000.00 of d-1")]);
    await reverseAll(over, judged);
    await isMended(judged);
    const after = later(judged, 21 * day);
    const next = { ...source, id: "order-2", at: after };
    await deduct("d-2", 2_000_000, after, next);
    expect((await broken(later(after, 2 * hour))).message).toContain("₦10,000.00 of d-2");
    await tellSale(shop, { orderId: "order-2", amount: 20_000_000, at: after }, later(after, day));
    await isMended(later(after, day));
  });

  test("DUPLICATE_ORDER: the second one is reversed", async () => {
    await deduct("d-1", 1_000_000, sold, source);
    await deduct("d-2", 1_000_000, later(sold, hour), source);
    const twice = await broken(later(sold, 2 * hour));
    expect([twice.type, twice.message]).toEqual(["DUPLICATE_ORDER", expect.stringContaining("₦10,000.00 of d-2")]);
    await reverseAll(twice, judged);
    await isMended(judged);
  });

  test("EXCEEDS_SALE: what is beyond is reversed, or the sales behind it are reported", async () => {
    await deduct("d-1", 11_000_000, sold, source);
    const more = await broken(later(sold, hour));
    expect([more.type, more.message]).toEqual(["EXCEEDS_SALE", expect.stringContaining("₦100,000.00 of d-1")]);
    await reverseAll(more, judged);
    await isMended(judged);
    const alone = later(judged, 40 * day);
    await deduct("d-2", 500_000, alone);
    const without = await broken(later(alone, 10 * day));
    expect([without.type, without.message]).toEqual(["EXCEEDS_SALE", expect.stringContaining("without any sale")]);
    const now = later(alone, 11 * day);
    await tellSale(shop, { orderId: "order-3", amount: 5_000_000, at: later(alone, -day) }, now);
    await isMended(now);
  });

  test("PAUSED_DEDUCTION: it is reversed", async () => {
    const call = { actor: sandboxActor(shop.test), loanId: loan.id, input: { reason: "Agreed" } };
    await pauseLoan({ ...call, now: later(sold, -hour) });
    await deduct("d-1", 1_000_000, sold, source);
    await resumeLoan({ ...call, now: later(sold, day) });
    const asleep = await broken(later(sold, day));
    expect([asleep.type, asleep.message]).toEqual(["PAUSED_DEDUCTION", expect.stringContaining("₦10,000.00 of d-1")]);
    expect(asleep.message).not.toContain("before the pause");
    await reverseAll(asleep, judged);
    await isMended(judged);
  });

  test("PAUSED_DEDUCTION: of a sale from before the pause, it is reversed and deducted again after it", async () => {
    const call = { actor: sandboxActor(shop.test), loanId: loan.id, input: { reason: "Agreed" } };
    await tellSale(shop, { orderId: "order-1", amount: source.amount, at: sold }, sold);
    await pauseLoan({ ...call, now: later(sold, hour) });
    await deduct("d-1", 1_000_000, later(sold, 2 * hour), source);
    const resumed = later(sold, day);
    await resumeLoan({ ...call, now: resumed });
    const early = await broken(resumed);
    expect([early.type, early.message]).toEqual([
      "PAUSED_DEDUCTION",
      expect.stringContaining("before the pause, deduct"),
    ]);
    await reverseAll(early, later(resumed, hour));
    await deduct("d-2", 1_000_000, later(resumed, 2 * hour), source);
    await isMended(judged);
  });
});
