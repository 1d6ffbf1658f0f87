import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, one } from "@/db/client";
import { loanInstallments, loans, payouts } from "@/db/schema/loans";
import { day, hour, later, minute } from "@/lib/kernel/calendar";
import { watchCollection } from "@/lib/lending/collection/watch-collection";
import { acceptOffer } from "@/lib/lending/funding/accept-offer";
import { refundOverpayment } from "@/lib/lending/transfers/payouts/refund-overpayment";
import { savePayoutAccount } from "@/lib/lending/transfers/payouts/save-payout-account";
import { sendPayout } from "@/lib/lending/transfers/payouts/send-payout";
import { checkLoan } from "@/lib/loans/ledger/check";
import { cancelLoan } from "@/lib/loans/loans/cancel-loan";
import { pauseLoan } from "@/lib/loans/loans/changes/pause-loan";
import { resumeLoan } from "@/lib/loans/loans/changes/resume-loan";
import { repayLoan } from "@/lib/sandbox/test-helpers/test-loans/repay-loan";
import { reverseRepayment } from "@/lib/sandbox/test-helpers/test-loans/reverse-repayment";
import { useDatabase } from "@/test/database";
import { sandboxActor } from "@/test/factories/kyc";
import { lendableMerchant } from "@/test/factories/lendable";
import { activeLoan, anyAccount, anyLoan, toldOf } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { usePlainAgreements } from "@/test/plain-agreements";
import { type Instant, instant } from "@/test/time";
import { changeTerms } from "./change-terms";
import { defaultLoan } from "./default-loan";
import { serviceLoan } from "./service-loan";
import { writeOffLoan } from "./write-off-loan";

useDatabase();
usePlainAgreements();
const start = instant("2026-03-02T09:00:00Z");
const at = (days: number) => later(start, days * day);
const midnight = (date: string) => instant(`${date}T00:00:00Z`);
let marketplace: TestMarketplace;
let merchantId: string;
beforeAll(async () => {
  marketplace = await createMarketplace();
});
beforeEach(async () => {
  merchantId = (await lendableMerchant(marketplace.test, start)).merchantId;
});

const make = (of: typeof activeLoan, wish = {}) => of(marketplace.test, merchantId, { now: start, ...wish });
const on = (loanId: string, now: Instant) => ({ actor: sandboxActor(marketplace.test), loanId, now });
const repay = (loanId: string, now: Instant, amount: number) =>
  repayLoan({ ...on(loanId, now), input: { amount } }).then(() => watchCollection(loanId, now));
const payoutsOf = (loanId: string) => db().select().from(payouts).where(eq(payouts.loanId, loanId)).orderBy(payouts.id);
const loanOf = async (loanId: string) => one(await db().select().from(loans).where(eq(loans.id, loanId)));

/** Services the loan whenever it is due, until a moment. */
async function serviceUntil(loanId: string, end: Instant): Promise<number> {
  let times = 0;
  for (let due = (await loanOf(loanId)).dueAt; due && due <= end; due = (await loanOf(loanId)).dueAt) {
    const again = await serviceLoan(loanId, due);
    if (again && again <= due) throw new Error("It is due at the same moment again.");
    times += 1;
  }
  return times;
}

describe("an offer", () => {
  test("ends after 30 days", async () => {
    const { loanId } = await make(anyLoan);
    expect(await serviceLoan(loanId, later(at(30), -1))).toEqual(at(30));
    expect(await serviceLoan(loanId, at(30))).toBeNull();
    expect(await loanOf(loanId)).toMatchObject({ status: "CANCELLED", cancelReason: "EXPIRED", cancelledAt: at(30) });
    await expect(acceptOffer(on(loanId, at(30)))).rejects.toMatchObject({ code: "LOAN_STATE_CONFLICT" });
  });

  test("cannot be accepted after that, even if it has not been ended yet", async () => {
    const { loanId } = await make(anyLoan);
    await expect(acceptOffer(on(loanId, at(30)))).rejects.toMatchObject({ code: "OFFER_EXPIRED" });
    expect(await acceptOffer(on(loanId, later(at(30), -1)))).toBe("ACCEPTED");
  });

  test("ends too when it was accepted and account or mandate never came", async () => {
    const { loanId } = await make(anyLoan);
    await acceptOffer(on(loanId, at(1)));
    await savePayoutAccount({ ...on(loanId, at(2)), input: anyAccount });
    expect(await serviceUntil(loanId, at(40))).toBe(1);
    expect(await loanOf(loanId)).toMatchObject({ status: "CANCELLED", cancelReason: "EXPIRED", dueAt: null });
  });
});

describe("a debt", () => {
  // Instalments are due on 1 April, 1 May and 31 May.
  test("defaults on the first day beyond the limit, not before", async () => {
    const { loanId } = await make(activeLoan);
    expect((await loanOf(loanId)).dueAt).toEqual(midnight("2026-07-01"));
    expect(await serviceLoan(loanId, later(midnight("2026-07-01"), -1))).toEqual(midnight("2026-07-01"));
    expect(await loanOf(loanId)).toMatchObject({ status: "ACTIVE" });
    expect(await serviceLoan(loanId, midnight("2026-07-01"))).toBeNull();
    expect(await loanOf(loanId)).toMatchObject({ status: "DEFAULTED", defaultReason: "OVERDUE" });
    expect((await toldOf(merchantId)).at(-1)).toMatchObject({ event: "loan.defaulted", days_past_due: 91 });
  });

  test("defaults by the limit of its lender's product", async () => {
    const { loanId } = await make(activeLoan, { defaultAfterDays: 10 });
    await serviceUntil(loanId, midnight("2026-04-11"));
    expect((await loanOf(loanId)).status).toBe("ACTIVE");
    await serviceUntil(loanId, midnight("2026-04-12"));
    expect((await loanOf(loanId)).status).toBe("DEFAULTED");
  });

  test("that is paid instalment by instalment is serviced once for each and never defaults", async () => {
    const { loanId } = await make(activeLoan, { defaultAfterDays: 10 });
    await repay(loanId, at(29), 36_333.33);
    await repay(loanId, at(59), 36_333.33);
    expect(await serviceUntil(loanId, midnight("2026-06-10"))).toBe(1);
    expect(await loanOf(loanId)).toMatchObject({ status: "ACTIVE", dueAt: midnight("2026-06-11") });
    await repay(loanId, at(95), 36_333.34);
    expect(await loanOf(loanId)).toMatchObject({ status: "REPAID", dueAt: null });
  });

  test("does not age while collection is paused, and continues from there", async () => {
    const { loanId } = await make(activeLoan, { defaultAfterDays: 10 });
    await pauseLoan({ ...on(loanId, midnight("2026-04-06")), input: { reason: "Closed." } });
    expect((await loanOf(loanId)).dueAt).toBeNull();
    expect(await serviceLoan(loanId, midnight("2026-08-01"))).toBeNull();
    expect((await loanOf(loanId)).status).toBe("ACTIVE");
    // Five days past due when the pause began, six more after it ended.
    await resumeLoan({ ...on(loanId, midnight("2026-08-06")), input: { reason: "Open." } });
    expect((await loanOf(loanId)).dueAt).toEqual(midnight("2026-08-12"));
    await serviceUntil(loanId, midnight("2026-08-12"));
    expect((await loanOf(loanId)).status).toBe("DEFAULTED");
  });

  test("that is postponed moves what is not fully paid, and with it the day of the default", async () => {
    const { loanId } = await make(activeLoan);
    await repay(loanId, at(10), 36_333.33);
    await repay(loanId, at(11), 100);
    await changeTerms({ ...on(loanId, at(12)), input: { dueDate: "2026-06-15", reason: "Agreed." } });
    const rows = await db().select().from(loanInstallments).where(eq(loanInstallments.loanId, loanId));
    expect(rows.map(({ dueDate }) => dueDate).sort()).toEqual(["2026-04-01", "2026-05-16", "2026-06-15"]);
    expect(await loanOf(loanId)).toMatchObject({ dueDate: "2026-06-15", dueAt: midnight("2026-08-15") });
  });

  test.each([
    ["earlier than the current one", "2026-05-30", /Must not be before the current one/],
    ["over already", "2026-06-05", /Must be in the future/],
    ["today", "2026-06-10", /Must be in the future/],
    ["too far off to be meant", "2036-06-10", /Must be within the next ten years/],
    ["the last that a date can say", "9999-12-31", /Must be within the next ten years/],
  ])("is not put off to a day that is %s", async (_, dueDate, error) => {
    const { loanId } = await make(activeLoan);
    const call = { ...on(loanId, midnight("2026-06-10")), input: { dueDate, reason: "Agreed." } };
    await expect(changeTerms(call)).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      fields: [{ field: "dueDate", error: expect.stringMatching(error) }],
    });
    expect((await loanOf(loanId)).dueDate).toBe("2026-05-31");
  });

  test("in default by age is cured by paying all arrears, and can default again", async () => {
    const { loanId } = await make(activeLoan, { defaultAfterDays: 10 });
    await serviceUntil(loanId, midnight("2026-04-12"));
    await repay(loanId, midnight("2026-04-13"), 36_333.32);
    expect((await loanOf(loanId)).status).toBe("DEFAULTED");
    await repay(loanId, midnight("2026-04-14"), 0.01);
    expect(await loanOf(loanId)).toMatchObject({ status: "ACTIVE", defaultedAt: null, defaultReason: null });
    await serviceUntil(loanId, midnight("2026-05-11"));
    expect(await loanOf(loanId)).toMatchObject({ status: "ACTIVE", dueAt: midnight("2026-05-12") });
    await serviceUntil(loanId, midnight("2026-05-12"));
    expect((await loanOf(loanId)).status).toBe("DEFAULTED");
  });

  test("in default by decision is not: only the whole debt ends that", async () => {
    const { loanId } = await make(activeLoan);
    await defaultLoan({ ...on(loanId, at(40)), input: { reason: "DECIDED" } });
    await repay(loanId, at(41), 40_000);
    expect((await loanOf(loanId)).status).toBe("DEFAULTED");
    await repay(loanId, at(42), 69_000);
    expect((await loanOf(loanId)).status).toBe("REPAID");
  });

  test("that is written off is a loss, and what comes in then a recovery", async () => {
    const { loanId } = await make(activeLoan);
    await repay(loanId, at(10), 9_000);
    await defaultLoan({ ...on(loanId, at(40)), input: { reason: "DECIDED" } });
    await writeOffLoan({ ...on(loanId, at(50)), input: { reason: "Gone." } });
    await repay(loanId, at(60), 110_000);
    expect(await balances(loanId)).toEqual({
      CASH: 1_900_000,
      INTEREST_INCOME: -900_000,
      OVERPAYMENT: -1_000_000,
      PRINCIPAL: 0,
      INTEREST: 0,
      RECOVERY: -10_000_000,
      WRITE_OFF: 10_000_000,
    });
    expect(await loanOf(loanId)).toMatchObject({ status: "WRITTEN_OFF" });
  });
});

async function balances(loanId: string): Promise<Record<string, number>> {
  const rows = await db().execute<{ account: string; sum: string }>(sql`
    select e.account, sum(e.amount) as sum from ledger_entries e join journals j on j.id = e.journal_id
    where j.loan_id = ${loanId} group by e.account order by 1`);
  return Object.fromEntries(rows.map(({ account, sum }) => [account, Number(sum)]));
}

describe("what was deducted too much", () => {
  async function overpaidLoan() {
    const { loanId } = await make(activeLoan);
    await repay(loanId, at(10), 110_000);
    return loanId;
  }

  test("goes back after a day, once, to the account it was paid out to", async () => {
    const loanId = await overpaidLoan();
    expect(await loanOf(loanId)).toMatchObject({ status: "REPAID", refundDueAt: at(11), dueAt: at(11) });
    expect(await serviceLoan(loanId, at(11))).toBeNull();
    const [disbursement, refund, ...more] = await payoutsOf(loanId);
    expect(more).toEqual([]);
    expect(refund).toMatchObject({ purpose: "REFUND", amount: 100_000, status: "PENDING", dueAt: at(11) });
    expect(refund?.payoutAccountId).toBe(disbursement?.payoutAccountId);
    await Promise.all([1, 2, 3].map(() => sendPayout(refund?.id ?? "", at(11))));
    expect(await balances(loanId)).toMatchObject({ CASH: 900_000, OVERPAYMENT: 0, PRINCIPAL: 0, INTEREST: 0 });
    expect(await loanOf(loanId)).toMatchObject({ status: "REPAID", received: 10_900_000, refundDueAt: null });
  });

  test("is not ordered twice while it is on its way; what comes on top goes back afterwards", async () => {
    const loanId = await overpaidLoan();
    const first = await refundOverpayment(on(loanId, at(11)));
    await repay(loanId, at(11), 50);
    expect(await loanOf(loanId)).toMatchObject({ refundDueAt: at(12) });
    expect(await serviceLoan(loanId, at(12))).toEqual(at(13));
    expect(await payoutsOf(loanId)).toHaveLength(2);
    await sendPayout(first ?? "", at(12)).then(() => watchCollection(loanId, at(12)));
    await serviceUntil(loanId, at(13));
    const refunds = (await payoutsOf(loanId)).filter(({ purpose }) => purpose === "REFUND");
    expect(refunds.map(({ amount }) => amount)).toEqual([100_000, 5_000]);
  });

  test("is not refunded when it was reversed in time", async () => {
    const loanId = await overpaidLoan();
    await reverseRepayment({ ...on(loanId, later(at(10), hour)), input: { amount: 2_000 } });
    expect(await loanOf(loanId)).toMatchObject({ status: "ACTIVE", refundDueAt: null });
    expect(await refundOverpayment(on(loanId, at(12)))).toBeNull();
    expect(await payoutsOf(loanId)).toHaveLength(1);
  });

  test("and is reversed while the refund is on its way: the loan owes it, in either order", async () => {
    for (const refundFirst of [true, false]) {
      const loanId = await overpaidLoan();
      const id = (await refundOverpayment(on(loanId, at(11)))) ?? "";
      // One that was not asked for is ended instead (start-refund.test.ts).
      await db().execute(sql`update payouts set asked_at = ${at(11).toISOString()} where id = ${id}`);
      if (refundFirst) await sendPayout(id, at(11));
      await reverseRepayment({ ...on(loanId, later(at(11), minute)), input: { amount: 500 } });
      expect((await loanOf(loanId)).status).toBe(refundFirst ? "ACTIVE" : "REPAID");
      if (!refundFirst) await sendPayout(id, later(at(11), 2 * minute));
      expect(await loanOf(loanId)).toMatchObject({ status: "ACTIVE", received: 10_850_000, completedAt: null });
      expect(await balances(loanId)).toMatchObject({ PRINCIPAL: 50_000, OVERPAYMENT: 0, CASH: 850_000 });
    }
    expect((await toldOf(merchantId)).filter(({ event }) => event === "loan.reopened")).toHaveLength(2);
  });

  test("for a cancelled offer waits for an account, a day at a time", async () => {
    const { loanId } = await make(anyLoan);
    await cancelLoan({ ...on(loanId, at(1)), input: { reason: "DECLINED" } });
    await repay(loanId, at(2), 75.5);
    expect(await loanOf(loanId)).toMatchObject({ status: "CANCELLED", held: 7_550, refundDueAt: at(3) });
    expect(await serviceUntil(loanId, at(6))).toBe(4);
    const next = await make(anyLoan);
    await acceptOffer(on(next.loanId, at(6)));
    await savePayoutAccount({ ...on(next.loanId, at(6)), input: anyAccount });
    await serviceUntil(loanId, at(7));
    const [refund] = await payoutsOf(loanId);
    await sendPayout(refund?.id ?? "", at(7));
    expect(await loanOf(loanId)).toMatchObject({ held: 0, refundDueAt: null, dueAt: null });
    expect(await balances(loanId)).toEqual({ CASH: 0, OVERPAYMENT: 0 });
  });

  test("is not sent again to an account that refuses it", async () => {
    const { loanId } = await make(anyLoan);
    const second = await make(anyLoan);
    await acceptOffer(on(second.loanId, start));
    const refusing = { ...anyAccount, accountNumber: "0123459999" };
    await savePayoutAccount({ ...on(second.loanId, start), input: refusing });
    await repay(loanId, at(2), 10);
    await serviceUntil(loanId, at(3));
    const [refund] = await payoutsOf(loanId);
    await sendPayout(refund?.id ?? "", at(3));
    await serviceUntil(loanId, at(9));
    expect(await payoutsOf(loanId)).toMatchObject([{ status: "FAILED" }]);
    expect(await loanOf(loanId)).toMatchObject({ held: 1_000 });
  });
});

test("a loan that does not exist is left alone", async () => {
  expect(await serviceLoan("loan_00000000000000000000000000", start)).toBeNull();
  expect(await sendPayout("pay_00000000000000000000000000", start)).toBeNull();
});

test("the books of every loan here agree with the facts", async () => {
  for (const { id } of await db().select({ id: loans.id }).from(loans)) {
    expect(await checkLoan(id, at(400))).toMatchObject({ verified: true });
  }
});
