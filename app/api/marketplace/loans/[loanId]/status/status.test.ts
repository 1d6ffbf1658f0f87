import { beforeEach, describe, expect, test } from "vitest";
import { addDays, dateOf, day, hour, later } from "@/lib/kernel/calendar";
import { defaultLoan } from "@/lib/lending/servicing/default-loan";
import { writeOffLoan } from "@/lib/lending/servicing/write-off-loan";
import { cancelLoan } from "@/lib/loans/loans/cancel-loan";
import { pauseLoan } from "@/lib/loans/loans/changes/pause-loan";
import { resumeLoan } from "@/lib/loans/loans/changes/resume-loan";
import type { LoanRecord } from "@/lib/loans/loans/load-loans";
import { scoreSubmission } from "@/lib/sales/records/score-submission";
import { submitSalesData } from "@/lib/sales/records/submit-sales-data";
import { type LoanStatusAnswer, loanStatusAnswer } from "@/lib/terms/loans/schema";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { accessTokenOf } from "@/test/factories/access-token";
import { disbursedLoan, setLoan } from "@/test/factories/disbursed-loan";
import { anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { activeLoan, anyLoan } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { merchantRecord } from "@/test/factories/merchant-record";
import { payLoan } from "@/test/factories/payment";
import { deductedEvent, report } from "@/test/factories/repayment";
import { now } from "@/test/time";
import { GET } from "./route";

useDatabase();

let mine: TestMarketplace;
let key: string;
let merchant: Awaited<ReturnType<typeof anyMerchant>>;
beforeEach(async () => {
  mine = await createMarketplace();
  key = await accessTokenOf(mine.test, { scopes: ["loans.read"] });
  merchant = await anyMerchant(mine.test);
});

const status = (loanId: string) => call(GET, { key, params: { loanId } });

/** The status of a loan, held against its schema. */
async function statusOf(loanId: string): Promise<LoanStatusAnswer> {
  const { status: code, json } = await status(loanId);
  expect(code).toBe(200);
  return loanStatusAnswer.strict().parse(json);
}

/** Reports a deduction, in naira, that happened just now. */
async function deduct(loan: LoanRecord, naira: number, at = now()) {
  const event = deductedEvent(loan, { reference: `ded-${at.getTime()}-${naira}`, amount: naira * 100, at });
  await report(sandboxActor(mine.test), event, at);
}

const act = (loanId: string, reason = "Test") => ({
  actor: sandboxActor(mine.test),
  loanId,
  input: { reason },
  now: now(),
});

/** Of 100,000 naira for 90 days at 9 percent; the APRs solved apart from this code. */
const termsShown = {
  principalAmount: 100_000,
  interestRate: 9,
  annualPercentageRate: 206.32,
  scheduledAnnualPercentageRate: 52.84,
  assumedMonthlySales: 1_090_000,
  expectedDays: 30,
  tenorDays: 90,
  totalRepayment: 109_000,
  currency: "NGN",
  deductionPercentage: 10,
  minimumDeduction: 100,
  agreed: null,
};
const nothing = { principal: 0, interest: 0, total: 0 };
const neutral = { daysPastDue: 0, overdueAmount: 0, classification: "PERFORMING", aheadBehindAmount: 0 };

describe("the status of a loan", () => {
  test("that is an offer: what the terms promise, and nothing to pay yet", async () => {
    const { loanId, reference } = await anyLoan(mine.test, merchant.merchantId);
    const { json } = await status(loanId);
    const today = dateOf(now());
    expect(json).toEqual({
      loanId,
      reference,
      merchantId: merchant.merchantId,
      thirdPartyCustomerId: merchant.thirdPartyCustomerId,
      status: "APPROVED",
      lender: { id: expect.stringMatching(/^lnd_/), name: "Test Lender" },
      terms: termsShown,
      approvedAt: expect.stringMatching(/Z$/),
      offerExpiresAt: expect.stringMatching(/Z$/),
      disbursedAt: null,
      startDate: today,
      dueDate: addDays(today, 90),
      totalDue: 109_000,
      totalPaid: 0,
      outstanding: nothing,
      percentPaid: 0,
      overpaid: 0,
      proposal: null,
      nextInstallment: null,
      deduction: { percentage: 10, minimum: 100, maxNext: 0, paused: false },
      health: neutral,
      schedule: [
        { installment: 1, dueDate: addDays(today, 30), amount: 36_333.33, paid: 0 },
        { installment: 2, dueDate: addDays(today, 60), amount: 36_333.33, paid: 0 },
        { installment: 3, dueDate: addDays(today, 90), amount: 36_333.34, paid: 0 },
      ],
      forecast: null,
      collection: null,
      refundReceivable: 0,
      writtenOff: 0,
      recovered: 0,
      completedAt: null,
      closure: null,
      agreement: null,
      mandateStatus: null,
    });
    expect(loanStatusAnswer.strict().parse(json)).toEqual(json);
  });

  test.each(["ACCEPTED", "DISBURSING"] as const)("that is %s inside is an offer outside", async (state) => {
    const { loanId } = await anyLoan(mine.test, merchant.merchantId);
    await setLoan(mine.test, loanId, { status: state });
    expect(await statusOf(loanId)).toMatchObject({ status: "APPROVED", totalDue: 109_000, outstanding: nothing });
  });

  test("that runs: what is paid, what is left, and what the next deduction may take", async () => {
    const { loanId } = await activeLoan(mine.test, merchant.merchantId);
    expect(await statusOf(loanId)).toMatchObject({
      status: "ACTIVE",
      totalDue: 109_000,
      totalPaid: 0,
      outstanding: { principal: 100_000, interest: 9_000, total: 109_000 },
      deduction: { percentage: 10, minimum: 100, maxNext: 109_000, paused: false },
      nextInstallment: { number: 1, amount: 36_333.33, paid: 0 },
      health: neutral,
    });
  });

  test("that is paid in part: interest before principal, the oldest installment first", async () => {
    const loan = await disbursedLoan(mine.test, { merchantId: merchant.merchantId });
    await deduct(loan, 40_000);
    const found = await statusOf(loan.id);
    expect(found).toMatchObject({
      totalPaid: 40_000,
      // Interest of the first installment whole (3,000), then of the second (3,000), the rest principal.
      outstanding: { principal: 66_000, interest: 3_000, total: 69_000 },
      percentPaid: 36.69,
      nextInstallment: { number: 2, amount: 36_333.33, paid: 3_666.67 },
      deduction: { maxNext: 69_000 },
      health: { daysPastDue: 0, aheadBehindAmount: 40_000 },
    });
    expect(found.schedule.map(({ paid }) => paid)).toEqual([36_333.33, 3_666.67, 0]);
  });

  test("that is overdue", async () => {
    const loan = await disbursedLoan(mine.test, {
      merchantId: merchant.merchantId,
      disbursedAt: later(now(), -65 * day),
    });
    await deduct(loan, 40_000);
    expect((await statusOf(loan.id)).health).toEqual({
      daysPastDue: 5,
      overdueAmount: 32_666.66,
      classification: "WATCH",
      aheadBehindAmount: -32_666.66,
    });
  });

  test("that defaulted is still to be collected", async () => {
    const loan = await disbursedLoan(mine.test, { merchantId: merchant.merchantId });
    await defaultLoan({ ...act(loan.id), input: { reason: "DECIDED" } });
    expect(await statusOf(loan.id)).toMatchObject({ status: "DEFAULTED", deduction: { maxNext: 109_000 } });
  });

  test("that defaulted or was written off is lost, however few days past due", async () => {
    const merchantId = merchant.merchantId;
    const onTime = await disbursedLoan(mine.test, { merchantId });
    const late = await disbursedLoan(mine.test, { merchantId, disbursedAt: later(now(), -40 * day) });
    for (const { id } of [onTime, late]) await defaultLoan({ ...act(id), input: { reason: "DECIDED" } });
    expect((await statusOf(onTime.id)).health).toMatchObject({ daysPastDue: 0, classification: "LOST" });
    expect((await statusOf(late.id)).health).toMatchObject({
      daysPastDue: 10,
      overdueAmount: 36_333.33,
      classification: "LOST",
    });
    await writeOffLoan(act(late.id));
    expect((await statusOf(late.id)).health).toMatchObject({ daysPastDue: 10, classification: "LOST" });
    await deduct(onTime, 109_000);
    expect((await statusOf(onTime.id)).health).toMatchObject({ classification: "PERFORMING" });
  });

  test("while collection is paused: nothing may be deducted, and it does not age", async () => {
    const loan = await disbursedLoan(mine.test, {
      merchantId: merchant.merchantId,
      disbursedAt: later(now(), -40 * day),
    });
    await pauseLoan({ ...act(loan.id), now: later(now(), -5 * day) });
    const paused = await statusOf(loan.id);
    expect(paused).toMatchObject({
      status: "ACTIVE",
      deduction: { maxNext: 0, paused: true },
      outstanding: { total: 109_000 },
      health: { daysPastDue: 5 },
    });
    await resumeLoan({ ...act(loan.id), now: later(now(), -2 * day) });
    expect(await statusOf(loan.id)).toMatchObject({
      deduction: { maxNext: 109_000, paused: false },
      health: { daysPastDue: 7 },
    });
  });

  test("that is repaid, and a little more", async () => {
    const loan = await disbursedLoan(mine.test, { merchantId: merchant.merchantId });
    await deduct(loan, 109_250.5);
    expect(await statusOf(loan.id)).toMatchObject({
      status: "REPAID",
      totalPaid: 109_000,
      outstanding: nothing,
      percentPaid: 100,
      overpaid: 250.5,
      nextInstallment: null,
      deduction: { maxNext: 0 },
      health: { daysPastDue: 0, overdueAmount: 0, classification: "PERFORMING" },
      forecast: null,
      completedAt: expect.stringMatching(/Z$/),
      closure: "REPAID",
    });
  });

  test("that is written off: nothing is outstanding, and what still comes in is recovered", async () => {
    const loan = await disbursedLoan(mine.test, {
      merchantId: merchant.merchantId,
      disbursedAt: later(now(), -200 * day),
    });
    await deduct(loan, 9_000);
    await defaultLoan({ ...act(loan.id), input: { reason: "OVERDUE" } });
    await writeOffLoan(act(loan.id));
    await deduct(loan, 1_000);
    expect(await statusOf(loan.id)).toMatchObject({
      status: "WRITTEN_OFF",
      totalDue: 109_000,
      totalPaid: 10_000,
      outstanding: nothing,
      writtenOff: 99_000,
      recovered: 1_000,
      nextInstallment: null,
      deduction: { maxNext: 99_000 },
      health: { daysPastDue: 170, overdueAmount: 0, classification: "LOST", aheadBehindAmount: 0 },
      forecast: null,
    });
  });

  test("that was cancelled", async () => {
    const { loanId } = await anyLoan(mine.test, merchant.merchantId);
    await cancelLoan({ ...act(loanId), input: { reason: "DECLINED" } });
    expect(await statusOf(loanId)).toMatchObject({
      status: "CANCELLED",
      totalDue: 0,
      outstanding: nothing,
      health: neutral,
    });
  });

  test("with a forecast by the merchant's own sales and deductions", async () => {
    const at = later(now(), -30 * day - hour);
    const input = merchantRecord({ merchantIdentity: { merchantId: merchant.thirdPartyCustomerId } }, at);
    const sales = { actor: sandboxActor(mine.test), ref: merchant.merchantId, input, now: at };
    await scoreSubmission((await submitSalesData(sales)).submissionId, at);
    const { loanId } = await anyLoan(mine.test, merchant.merchantId);
    const offered = (await statusOf(loanId)).forecast;
    expect(offered?.basis).toMatchObject({ salesMonths: 6, observedDays: 0, dailyObserved: null });
    // A hundred thousand a month of a million in sales.
    expect(offered?.likely).toBe(addDays(dateOf(now()), 34));

    const loan = await disbursedLoan(mine.test, { merchantId: merchant.merchantId, disbursedAt: at });
    await deduct(loan, 30_000);
    const running = (await statusOf(loan.id)).forecast;
    expect(running?.basis).toEqual({
      salesMonths: 6,
      dailySales: 32_876.71,
      observedDays: 30,
      dailyObserved: 1_000,
      dailyLikely: 2_143.84,
      paused: false,
    });
    expect(running?.likely).toBe(addDays(dateOf(now()), 37));
    const { early, late } = running ?? {};
    expect([early, running?.likely, late].toSorted()).toEqual([early, running?.likely, late]);

    // What was paid from the account is less to pay, and says nothing of how fast sales repay the rest.
    await payLoan(mine.test, loan.id, { amount: 4_000_000, now: now() });
    const after = (await statusOf(loan.id)).forecast;
    expect(after?.basis).toEqual(running?.basis);
    expect(after?.likely).toBe(addDays(dateOf(now()), 19));
  });
});
