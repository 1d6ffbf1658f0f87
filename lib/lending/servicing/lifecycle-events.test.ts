import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "@/db/client";
import { loans } from "@/db/schema/loans";
import { dateOf, day, later } from "@/lib/kernel/calendar";
import type { BusinessTime } from "@/lib/kernel/time";
import { cancelLoan } from "@/lib/loans/loans/cancel-loan";
import { pauseLoan } from "@/lib/loans/loans/changes/pause-loan";
import { resumeLoan } from "@/lib/loans/loans/changes/resume-loan";
import { acceptLoan } from "@/lib/sandbox/test-helpers/test-loans/accept-loan";
import { repayLoan } from "@/lib/sandbox/test-helpers/test-loans/repay-loan";
import { reverseRepayment } from "@/lib/sandbox/test-helpers/test-loans/reverse-repayment";
import { useDatabase } from "@/test/database";
import { keepCollection } from "@/test/factories/collection";
import { sandboxActor } from "@/test/factories/kyc";
import { lendableMerchant } from "@/test/factories/lendable";
import { activeLoan, anyLoan, toldOf } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { instant } from "@/test/time";
import { changeTerms } from "./change-terms";
import { defaultLoan } from "./default-loan";
import { serviceLoan } from "./service-loan";
import { writeOffLoan } from "./write-off-loan";

useDatabase();

const start = instant("2026-03-02T09:00:00Z");
const at = (days: number) => later(start, days * day);
let marketplace: TestMarketplace;
let merchant: Awaited<ReturnType<typeof lendableMerchant>>;
beforeAll(async () => {
  marketplace = await createMarketplace();
});
beforeEach(async () => {
  merchant = await lendableMerchant(marketplace.test, start);
});

const make = (of: typeof activeLoan) => of(marketplace.test, merchant.merchantId, { now: start });
/** A loan that runs, of whose sales on the day after 40 of 100 naira are missing. */
async function running() {
  const loan = await make(activeLoan);
  await keepCollection(marketplace.test, loan.loanId, { day: "2026-03-03", agreed: 100, taken: 60, missing: 40 });
  return loan;
}
/** What an event says of the loan made above. */
const collected = (now: BusinessTime) => expect.objectContaining({ from: "2026-03-02", to: dateOf(now), missing: 40 });
const on = (loanId: string, now: BusinessTime) => ({ actor: sandboxActor(marketplace.test), loanId, now });

/** The last event about the merchant's loans, in full. */
async function last(): Promise<Record<string, unknown>> {
  return (await toldOf(merchant.merchantId)).at(-1) ?? {};
}

/** The fields common to all loan events. */
function common(
  event: string,
  sequence: number,
  now: BusinessTime,
  loan: { loanId: string; reference: string },
  status: string,
) {
  return {
    event,
    event_id: expect.stringMatching(/^evt_[0-9a-z]{26}$/),
    timestamp: now.toISOString(),
    api_version: "2026-11-01",
    environment: "test",
    sequence,
    merchant: { service_id: merchant.merchantId, marketplace_id: merchant.thirdPartyCustomerId },
    loan: { id: loan.loanId, reference: loan.reference, status },
  };
}

const updated = { deduction_percentage: 10, minimum_deduction: 100, due_date: "2026-05-31", paused: false };
/** The schedule of a loan of 100,000 naira with these dates. */
const dueOn = (...dates: string[]) =>
  dates.map((due_date, i) => ({ installment: i + 1, due_date, amount: [36_333.33, 36_333.33, 36_333.34][i] }));

test("loan.disbursed", async () => {
  const loan = await make(activeLoan);
  const [row] = await db().select().from(loans).where(eq(loans.id, loan.loanId));
  expect(await last()).toEqual({
    ...common("loan.disbursed", 2, start, loan, "ACTIVE"),
    lender: { id: row?.lenderId, name: "Test Lender" },
    terms: {
      principal_amount: 100_000,
      interest_rate: 9,
      annual_percentage_rate: 206.32,
      scheduled_annual_percentage_rate: 52.84,
      assumed_monthly_sales: 1_090_000,
      expected_days: 30,
      tenor_days: 90,
      total_repayment: 109_000,
      currency: "NGN",
    },
    repayment: {
      method: "sales_deduction",
      deduction_percentage: 10,
      minimum_deduction: 100,
      start_date: "2026-03-02",
      due_date: "2026-05-31",
    },
    schedule: dueOn("2026-04-01", "2026-05-01", "2026-05-31"),
    disbursement: {
      amount: 100_000,
      fees: 0,
      net_amount: 100_000,
      disbursed_at: "2026-03-02T09:00:00.000Z",
      payout_account_last4: "6789",
    },
  });
});

test("the dates are those of the day of disbursement, not of the approval", async () => {
  const { loanId } = await make(anyLoan);
  await acceptLoan({ ...on(loanId, at(20)), input: {} });
  expect(await last()).toMatchObject({
    repayment: { start_date: "2026-03-22", due_date: "2026-06-20" },
    schedule: [{ due_date: "2026-04-21" }, { due_date: "2026-05-21" }, { due_date: "2026-06-20" }],
  });
});

test("loan.repayment_updated: paused and resumed, each sent once", async () => {
  const loan = await running();
  const pause = { ...on(loan.loanId, at(3)), input: { reason: "The shop is closed." } };
  await pauseLoan(pause);
  await pauseLoan({ ...pause, now: at(4) });
  const paused = { ...updated, paused: true };
  expect(await last()).toEqual({
    ...common("loan.repayment_updated", 3, at(3), loan, "ACTIVE"),
    collection: collected(at(3)),
    previous: updated,
    current: paused,
    schedule: dueOn("2026-04-01", "2026-05-01", "2026-05-31"),
    effective_from: at(3).toISOString(),
    reason: "The shop is closed.",
    consent: null,
  });
  const resume = { ...on(loan.loanId, at(9)), input: { reason: "It is open again." } };
  await resumeLoan(resume);
  await resumeLoan({ ...resume, now: at(10) });
  expect(await last()).toEqual({
    ...common("loan.repayment_updated", 4, at(9), loan, "ACTIVE"),
    collection: collected(at(9)),
    previous: paused,
    current: { ...updated, due_date: "2026-06-06" },
    schedule: dueOn("2026-04-07", "2026-05-07", "2026-06-06"),
    effective_from: at(9).toISOString(),
    reason: "It is open again. (What was due on 2026-03-05 or later is due 6 days later.)",
    consent: null,
  });
});

test("loan.repayment_updated: new terms, sent only when they differ", async () => {
  const loan = await running();
  const input = { minimumDeduction: 50.5, dueDate: "2026-06-10", reason: "Agreed." };
  await changeTerms({ ...on(loan.loanId, at(1)), input });
  await changeTerms({ ...on(loan.loanId, at(2)), input });
  await changeTerms({ ...on(loan.loanId, at(2)), input: { reason: "Nothing." } });
  expect(await last()).toEqual({
    ...common("loan.repayment_updated", 3, at(1), loan, "ACTIVE"),
    collection: collected(at(1)),
    previous: updated,
    current: { deduction_percentage: 10, minimum_deduction: 50.5, due_date: "2026-06-10", paused: false },
    schedule: dueOn("2026-04-11", "2026-05-11", "2026-06-10"),
    effective_from: at(1).toISOString(),
    reason: "Agreed.",
    consent: null,
  });
});

test("loan.defaulted by age", async () => {
  const loan = await running();
  await repayLoan({ ...on(loan.loanId, at(40)), input: { amount: 90_000 } });
  await serviceLoan(loan.loanId, instant("2026-09-01T00:00:00Z"));
  expect(await last()).toEqual({
    ...common("loan.defaulted", 3, instant("2026-09-01T00:00:00Z"), loan, "DEFAULTED"),
    collection: collected(instant("2026-09-01T00:00:00Z")),
    reason: "OVERDUE",
    days_past_due: 93,
    outstanding: 19_000,
    collection_instructions: {
      priority: "MEDIUM",
      action: "continue_deductions",
      message: "The loan is in default. Go on deducting from every sale and settlement until it is paid.",
    },
  });
});

test("loan.defaulted by decision, while collection is paused", async () => {
  const loan = await running();
  await pauseLoan({ ...on(loan.loanId, at(1)), input: { reason: "A dispute." } });
  await defaultLoan({ ...on(loan.loanId, at(2)), input: { reason: "DECIDED" } });
  expect(await last()).toEqual({
    ...common("loan.defaulted", 4, at(2), loan, "DEFAULTED"),
    collection: collected(at(2)),
    reason: "DECIDED",
    days_past_due: 0,
    outstanding: 109_000,
    collection_instructions: {
      priority: "CRITICAL",
      action: "await_resumption",
      message: "The loan is in default. Collection is paused: deduct again once the pause is over.",
    },
  });
});

test("loan.defaulted: what is left of the debt says how urgent it is", async () => {
  const { loanId } = await running();
  await repayLoan({ ...on(loanId, at(1)), input: { amount: 90_000 } });
  await defaultLoan({ ...on(loanId, at(2)), input: { reason: "DECIDED" } });
  expect(await last()).toMatchObject({ event: "loan.defaulted", collection_instructions: { priority: "LOW" } });
});

test("loan.written_off", async () => {
  const loan = await running();
  await repayLoan({ ...on(loan.loanId, at(40)), input: { amount: 50_000 } });
  await defaultLoan({ ...on(loan.loanId, at(50)), input: { reason: "DECIDED" } });
  await writeOffLoan({ ...on(loan.loanId, at(60)), input: { reason: "The business is gone." } });
  await writeOffLoan({ ...on(loan.loanId, at(61)), input: { reason: "Again." } });
  expect(await last()).toEqual({
    ...common("loan.written_off", 4, at(60), loan, "WRITTEN_OFF"),
    collection: collected(at(60)),
    written_off: { principal: 56_000, interest: 3_000, total: 59_000 },
    reason: "The business is gone.",
    written_off_at: at(60).toISOString(),
    action_required: "continue_deductions",
    deduction_percentage: 10,
    max_deduction_amount: 59_000,
    message: "The loan is written off. Go on deducting: what comes in is recovered.",
  });
});

test("loan.written_off of a lender that wants nothing more of sales", async () => {
  const loan = await running();
  await db().update(loans).set({ recoversFromSales: false }).where(eq(loans.id, loan.loanId));
  await defaultLoan({ ...on(loan.loanId, at(50)), input: { reason: "DECIDED" } });
  await writeOffLoan({ ...on(loan.loanId, at(60)), input: { reason: "The business is gone." } });
  const stop = { action_required: "stop_deductions", max_deduction_amount: 0 };
  expect(await last()).toMatchObject({ event: "loan.written_off", ...stop });
});

test.each(["DECLINED", "CANCELLED"] as const)("loan.cancelled: %s", async (reason) => {
  const loan = await make(anyLoan);
  await cancelLoan({ ...on(loan.loanId, at(1)), input: { reason } });
  await cancelLoan({ ...on(loan.loanId, at(2)), input: { reason: "EXPIRED" } });
  expect(await last()).toEqual({
    ...common("loan.cancelled", 2, at(1), loan, "CANCELLED"),
    reason,
    cancelled_at: at(1).toISOString(),
  });
});

test("loan.nearly_complete, loan.completed and loan.reopened", async () => {
  const loan = await running();
  await repayLoan({ ...on(loan.loanId, at(10)), input: { amount: 100_000, reference: "one" } });
  expect(await last()).toEqual({
    ...common("loan.nearly_complete", 3, at(10), loan, "ACTIVE"),
    collection: collected(at(10)),
    percent_paid: 91.74,
    outstanding: 9_000,
    max_deduction_amount: 9_000,
  });
  await repayLoan({ ...on(loan.loanId, at(11)), input: { amount: 9_000 } });
  expect(await last()).toEqual({
    ...common("loan.completed", 4, at(11), loan, "REPAID"),
    collection: collected(at(11)),
    summary: {
      principal_repaid: 100_000,
      interest_repaid: 9_000,
      total_repaid: 109_000,
      total_deductions: 2,
      first_deduction_at: at(10).toISOString(),
      final_deduction_at: at(11).toISOString(),
      completed_at: at(11).toISOString(),
    },
    action_required: "stop_deductions",
    message: "The loan is fully repaid. Stop all deductions for it.",
  });
  await reverseRepayment({ ...on(loan.loanId, at(12)), input: {} });
  expect(await last()).toEqual({
    ...common("loan.reopened", 5, at(12), loan, "ACTIVE"),
    collection: collected(at(12)),
    reason: "REVERSAL",
    outstanding: 9_000,
    max_deduction_amount: 9_000,
    deduction_percentage: 10,
    action_required: "resume_deductions",
    message: "A repayment was reversed after the loan was repaid. Deduct until the rest is paid.",
  });
});
