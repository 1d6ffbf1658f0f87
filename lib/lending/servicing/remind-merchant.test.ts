import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { loanReminders } from "@/db/schema/loan-watches";
import { merchants } from "@/db/schema/merchants";
import { mails } from "@/db/schema/operations";
import { day, later } from "@/lib/kernel/calendar";
import { cancelLoan } from "@/lib/loans/loans/cancel-loan";
import { pauseLoan } from "@/lib/loans/loans/changes/pause-loan";
import { resumeLoan } from "@/lib/loans/loans/changes/resume-loan";
import * as queue from "@/lib/platform/messages/mails/queue-merchant-mail";
import { receiveSalesEvent } from "@/lib/sales/data-events/receive-sales-event";
import { repayLoan } from "@/lib/sandbox/test-helpers/test-loans/repay-loan";
import { reverseRepayment } from "@/lib/sandbox/test-helpers/test-loans/reverse-repayment";
import { useDatabase } from "@/test/database";
import { setLoan } from "@/test/factories/disbursed-loan";
import { anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { activeLoan, anyLoan, heldLoan } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { type Instant, instant } from "@/test/time";
import { defaultLoan } from "./default-loan";
import { remindMerchant } from "./remind-merchant";

useDatabase();

/** A loan of 109,000 naira in three instalments of 36,333.33, due on 1 April, 1 May and 31 May. */
const start = instant("2026-03-02T09:00:00Z");
const at = (days: number) => later(start, days * day);
let marketplace: TestMarketplace;
let merchantId: string;
beforeAll(async () => {
  marketplace = await createMarketplace();
});
beforeEach(async () => {
  merchantId = (await anyMerchant(marketplace.test)).merchantId;
  await db().update(merchants).set({ email: "ada@shop.example" }).where(eq(merchants.id, merchantId));
});

const on = (loanId: string, now: Instant) => ({ actor: sandboxActor(marketplace.test), loanId, now });
const repay = (loanId: string, now: Instant, amount: number) => repayLoan({ ...on(loanId, now), input: { amount } });

async function dueOf(loanId: string) {
  const [row] = await db().select().from(loanReminders).where(eq(loanReminders.id, loanId));
  return row?.dueAt ?? null;
}

/** Checks the loan whenever it is due until a moment, twice each time, as after a kill. */
async function remindUntil(loanId: string, end: Instant) {
  for (let due = await dueOf(loanId); due && due <= end; due = await dueOf(loanId)) {
    const again = await remindMerchant(loanId, due);
    expect(await remindMerchant(loanId, due)).toEqual(again);
    if (again && again <= due) throw new Error("It is due at the same moment again.");
  }
}

/** What was written about a loan: day and kind, `03-09 WEEKLY_SUMMARY`. */
async function told(loanId: string, ...kinds: string[]): Promise<string[]> {
  const rows = await db().select().from(mails).where(eq(mails.loanId, loanId)).orderBy(mails.id);
  return rows
    .filter(({ kind }) => kinds.length === 0 || kinds.includes(kind ?? ""))
    .map(({ kind, createdAt }) => `${createdAt.toISOString().slice(5, 10)} ${kind}`);
}

const lastOf = async (loanId: string) =>
  (await db().select().from(mails).where(eq(mails.loanId, loanId)).orderBy(mails.id)).at(-1)?.body ?? "";

describe("an offer", () => {
  test("that is not answered is recalled once, three days before it ends", async () => {
    const { loanId } = await anyLoan(marketplace.test, merchantId, { now: start });
    expect(await remindMerchant(loanId, later(at(27), -1))).toEqual(at(27));
    await remindUntil(loanId, at(60));
    expect(await told(loanId)).toEqual(["03-02 OFFER_READY", "03-29 OFFER_ENDING"]);
    expect(await lastOf(loanId)).toContain("Open until: 1 April 2026 at 10:00");
  });

  test("that was declined, accepted or whose payout is held is not", async () => {
    const declined = await anyLoan(marketplace.test, merchantId, { now: start });
    await cancelLoan({ ...on(declined.loanId, at(1)), input: { reason: "DECLINED" } });
    const held = await heldLoan(marketplace.test, merchantId, { now: start });
    for (const { loanId } of [declined, held]) {
      await remindUntil(loanId, at(60));
      expect(await told(loanId)).toEqual(["03-02 OFFER_READY"]);
      expect(await dueOf(loanId)).toBeNull();
    }
  });
});

describe("a running loan", () => {
  test("tells the money, each week, and what is overdue the morning after and every week, until it is in default", async () => {
    const { loanId } = await activeLoan(marketplace.test, merchantId, { now: start, defaultAfterDays: 20 });
    await remindUntil(loanId, instant("2026-03-30T07:00:00Z"));
    expect(await told(loanId)).toEqual([
      "03-02 OFFER_READY",
      "03-02 MONEY_SENT",
      "03-09 WEEKLY_SUMMARY",
      "03-16 WEEKLY_SUMMARY",
      "03-23 WEEKLY_SUMMARY",
      "03-30 WEEKLY_SUMMARY",
    ]);
    await remindUntil(loanId, instant("2026-04-21T06:00:00Z"));
    expect(await told(loanId, "PAYMENT_OVERDUE")).toEqual([
      "04-02 PAYMENT_OVERDUE",
      "04-09 PAYMENT_OVERDUE",
      "04-16 PAYMENT_OVERDUE",
    ]);
    await defaultLoan({ ...on(loanId, instant("2026-04-22T00:00:00Z")), input: { reason: "OVERDUE" } });
    expect(await lastOf(loanId)).toContain("Overdue: ₦36,333.33\nLeft to pay in all: ₦109,000.00");
    await remindUntil(loanId, instant("2026-05-05T00:00:00Z"));
    expect((await told(loanId, "PAYMENT_OVERDUE", "DEFAULTED", "WEEKLY_SUMMARY")).slice(-4)).toEqual([
      "04-20 WEEKLY_SUMMARY",
      "04-22 DEFAULTED",
      "04-27 WEEKLY_SUMMARY",
      "05-04 WEEKLY_SUMMARY",
    ]);
  });

  test("sums up its week: reported sales, what was paid back less reversals, and how it stands", async () => {
    const { loanId } = await activeLoan(marketplace.test, merchantId, { now: start });
    for (const [eventId, amount, occurredAt] of [
      ["in", 300_000.25, at(2)],
      ["after", 50_000, at(7)],
    ] as const) {
      const sale = {
        eventId: `${eventId} ${loanId}`,
        orderId: eventId,
        merchantId,
        amount,
        currency: "NGN",
        occurredAt,
      } as const;
      await receiveSalesEvent({ actor: sandboxActor(marketplace.test), input: sale, now: at(8) });
    }
    await repay(loanId, at(1), 10_000);
    await repay(loanId, at(3), 30_000.5);
    await reverseRepayment({ ...on(loanId, at(4)), input: { amount: 1_000 } });
    await repay(loanId, instant("2026-03-09T06:00:00Z"), 7_000);
    await remindUntil(loanId, instant("2026-03-09T07:00:00Z"));
    const body = await lastOf(loanId);
    expect(body).toContain("from 2 March 2026 to 8 March 2026");
    expect(body).toContain("₦300,000.25");
    expect(body).toContain("Paid back in the week: ₦39,000.50");
    expect(body).toContain("Left to pay on 9 March 2026: ₦62,999.50");
    expect(body).toContain("Due by 1 May 2026: ₦26,666.16");
    expect(body).toContain("Ahead of what was due: ₦46,000.50");
    await remindUntil(loanId, instant("2026-03-16T07:00:00Z"));
    expect(await lastOf(loanId)).toContain("Paid back in the week: ₦7,000.00");
  });

  test("is not late in the mails while it is paused, nor once it is paid", async () => {
    const { loanId } = await activeLoan(marketplace.test, merchantId, { now: start });
    await pauseLoan({ ...on(loanId, at(20)), input: { reason: "Flood" } });
    await remindUntil(loanId, instant("2026-04-08T00:00:00Z"));
    expect(await told(loanId, "PAYMENT_OVERDUE")).toEqual([]);
    expect(await lastOf(loanId)).toContain("The deductions are paused");
    await resumeLoan({ ...on(loanId, instant("2026-04-08T00:00:00Z")), input: { reason: "Dry" } });
    await repay(loanId, instant("2026-04-08T01:00:00Z"), 36_333.33);
    await remindUntil(loanId, instant("2026-05-01T07:00:00Z"));
    expect(await told(loanId, "PAYMENT_OVERDUE")).toEqual([]);
  });

  test("is told to be paid back, each time, and then nothing more; a reversal begins the weeks again", async () => {
    const { loanId } = await activeLoan(marketplace.test, merchantId, { now: start });
    await repay(loanId, at(3), 109_000);
    expect(await lastOf(loanId)).toContain("Paid back: ₦109,000.00\nOn: 5 March 2026\nLeft to pay: ₦0.00");
    await remindUntil(loanId, at(30));
    expect(await dueOf(loanId)).toBeNull();
    await reverseRepayment({ ...on(loanId, at(30)), input: {} });
    await remindUntil(loanId, instant("2026-04-02T07:00:00Z"));
    await repay(loanId, at(40), 109_000);
    expect(await told(loanId)).toEqual([
      "03-02 OFFER_READY",
      "03-02 MONEY_SENT",
      "03-05 REPAID",
      "04-01 WEEKLY_SUMMARY",
      "04-02 PAYMENT_OVERDUE",
      "04-11 REPAID",
    ]);
  });

  test("waits for the morning, and tells only the last week after a standstill", async () => {
    const { loanId } = await activeLoan(marketplace.test, merchantId, { now: start });
    expect(await remindMerchant(loanId, instant("2026-03-28T05:00:00Z"))).toEqual(instant("2026-03-28T07:00:00Z"));
    await remindUntil(loanId, instant("2026-03-28T07:00:00Z"));
    expect(await told(loanId, "WEEKLY_SUMMARY")).toEqual(["03-28 WEEKLY_SUMMARY"]);
    expect(await lastOf(loanId)).toContain("from 16 March 2026 to 22 March 2026");
    expect(await dueOf(loanId)).toEqual(instant("2026-03-30T07:00:00Z"));
  });
});

test("killed between a mail and the end of its work, it is written once", async () => {
  const { loanId } = await activeLoan(marketplace.test, merchantId, { now: start });
  const morning = instant("2026-03-09T07:00:00Z");
  const write = queue.queueMerchantMail;
  const killed = vi.spyOn(queue, "queueMerchantMail").mockImplementationOnce(async (mail) => {
    await write(mail);
    throw new Error("killed");
  });
  await expect(remindMerchant(loanId, morning)).rejects.toThrow("killed");
  killed.mockRestore();
  expect(await told(loanId, "WEEKLY_SUMMARY")).toEqual([]);
  await Promise.all([remindMerchant(loanId, morning), remindMerchant(loanId, morning)]);
  expect(await told(loanId, "WEEKLY_SUMMARY")).toEqual(["03-09 WEEKLY_SUMMARY"]);
});

test("a cancelled loan that was to be recalled is left alone", async () => {
  const { loanId } = await anyLoan(marketplace.test, merchantId, { now: start });
  await setLoan(marketplace.test, loanId, { status: "CANCELLED" });
  expect(await remindMerchant(loanId, at(27))).toBeNull();
  expect(await remindMerchant("loan_unknown", at(27))).toBeNull();
});
