import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "@/db/client";
import { loanChanges } from "@/db/schema/loan-changes";
import { ownedBy } from "@/db/tenancy";
import { day, hour, later } from "@/lib/kernel/calendar";
import { newId } from "@/lib/kernel/ids";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { pauseLoan } from "@/lib/loans/loans/changes/pause-loan";
import { changeableTerms } from "@/lib/loans/loans/changes/record-loan-change";
import { resumeLoan } from "@/lib/loans/loans/changes/resume-loan";
import { loadLoans } from "@/lib/loans/loans/load-loans";
import { readLoanStatus } from "@/lib/loans/loans/queries";
import { repayLoan } from "@/lib/sandbox/test-helpers/test-loans/repay-loan";
import { reverseRepayment } from "@/lib/sandbox/test-helpers/test-loans/reverse-repayment";
import { useDatabase } from "@/test/database";
import { setLoan } from "@/test/factories/disbursed-loan";
import { sandboxActor } from "@/test/factories/kyc";
import { lendableMerchant } from "@/test/factories/lendable";
import { activeLoan } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { type Instant, instant } from "@/test/time";
import { acceptTerms } from "./accept-terms";
import { changeTerms } from "./change-terms";
import { defaultLoan } from "./default-loan";

useDatabase();

const midnight = (date: string) => instant(`${date}T00:00:00Z`);
const start = instant("2026-03-02T09:00:00Z");
let marketplace: TestMarketplace;
/** 109,000 naira, due on 1 April, 1 May and 31 May. */
let loanId: string;
beforeAll(async () => {
  marketplace = await createMarketplace();
});
beforeEach(async () => {
  const { merchantId } = await lendableMerchant(marketplace.test, start);
  ({ loanId } = await activeLoan(marketplace.test, merchantId, { now: start }));
});

const on = (now: Instant) => ({ actor: sandboxActor(marketplace.test), loanId, now });
const pause = (now: Instant) => pauseLoan({ ...on(now), input: { reason: "Closed." } });
const resume = (now: Instant) => resumeLoan({ ...on(now), input: { reason: "Open." } });
const statusAt = (now: Instant) => readLoanStatus(everyMerchantOf(marketplace.test), loanId, now);
const healthAt = async (now: Instant) => (await statusAt(now)).health;
const dueOf = async () => (await statusAt(start)).schedule.map(({ dueDate }) => dueDate);

async function loanNow() {
  const [loan] = await loadLoans(everyMerchantOf(marketplace.test));
  return loan ?? Promise.reject(new Error("There is no loan."));
}

test("what is not due yet moves by the pause, paid or not, and with it the day of a default", async () => {
  // All but the last is paid; then one of them is not.
  await repayLoan({ ...on(start), input: { amount: 72_666.66 } });
  await pause(midnight("2026-04-30"));
  await reverseRepayment({ ...on(midnight("2026-05-02")), input: { amount: 36_333.33 } });
  const nothingLate = { daysPastDue: 0, overdueAmount: 0, aheadBehindAmount: 0 };
  expect(await healthAt(midnight("2026-05-09"))).toMatchObject(nothingLate);
  // Nine days and a half are ten.
  await resume(later(midnight("2026-05-09"), 12 * hour));
  expect(await dueOf()).toEqual(["2026-04-01", "2026-05-11", "2026-06-10"]);
  expect(await loanNow()).toMatchObject({ dueDate: "2026-06-10", dueAt: midnight("2026-08-10"), pausedAt: null });
  expect(await healthAt(midnight("2026-05-11"))).toMatchObject(nothingLate);
  expect(await healthAt(midnight("2026-05-12"))).toMatchObject({ daysPastDue: 1, overdueAmount: 36_333.33 });
});

test("what is late keeps its date and its age, and paying that cures a default in the pause", async () => {
  await setLoan(marketplace.test, loanId, { defaultAfterDays: 10 });
  await defaultLoan({ ...on(midnight("2026-04-12")), input: { reason: "OVERDUE" } });
  await pause(midnight("2026-04-12"));
  const late = { daysPastDue: 11, overdueAmount: 36_333.33 };
  expect(await statusAt(midnight("2026-08-01"))).toMatchObject({
    health: late,
    nextInstallment: { number: 1, dueDate: "2026-04-01" },
  });
  await repayLoan({ ...on(midnight("2026-08-01")), input: { amount: 36_333.33 } });
  expect(await statusAt(midnight("2026-08-02"))).toMatchObject({
    status: "ACTIVE",
    health: { daysPastDue: 0, overdueAmount: 0 },
    nextInstallment: { number: 2, dueDate: "2026-05-01" },
  });
  await resume(midnight("2026-08-10"));
  expect(await dueOf()).toEqual(["2026-04-01", "2026-08-29", "2026-09-28"]);
});

test("a pause from before dates moved counts as it did, beside one that moves them", async () => {
  const tenant = marketplace.test;
  const terms = changeableTerms(await loanNow());
  for (const [kind, date] of [["PAUSE", "2026-03-22"] as const, ["RESUME", "2026-04-11"] as const]) {
    const [previous, current] = [
      { ...terms, paused: kind === "RESUME" },
      { ...terms, paused: kind === "PAUSE" },
    ];
    const change = { id: newId("loanChange"), loanId, kind, previous, current, reason: "Closed." };
    await db()
      .insert(loanChanges)
      .values({ ...change, ...ownedBy(tenant), effectiveFrom: midnight(date) });
  }
  expect(await healthAt(midnight("2026-04-12"))).toMatchObject({ daysPastDue: 1, overdueAmount: 36_333.33 });
  await pause(midnight("2026-04-21"));
  await resume(midnight("2026-05-06"));
  expect(await dueOf()).toEqual(["2026-04-01", "2026-05-16", "2026-06-15"]);
  expect(await healthAt(midnight("2026-05-16"))).toMatchObject({ daysPastDue: 20, overdueAmount: 36_333.33 });
  expect(await healthAt(midnight("2026-05-17"))).toMatchObject({ daysPastDue: 21, overdueAmount: 72_666.66 });
});

test("terms that wait for the merchant move too, and so does a date that was agreed on in the pause", async () => {
  const range = { lowestDeductionBasisPoints: 500, highestDeductionBasisPoints: 2_500 };
  await setLoan(marketplace.test, loanId, range);
  const dueDate = "2026-06-10";
  await pause(midnight("2026-03-10"));
  await changeTerms({ ...on(midnight("2026-03-11")), input: { dueDate, reason: "More time." } });
  await changeTerms({ ...on(midnight("2026-03-12")), input: { deductionPercentage: 12, reason: "Higher sales." } });
  await resume(midnight("2026-03-20"));
  const { proposal, dueDate: moved } = await statusAt(midnight("2026-03-20"));
  expect([proposal?.dueDate, moved]).toEqual(["2026-06-20", "2026-06-20"]);
  await acceptTerms({ ...on(midnight("2026-03-21")), input: { proposalId: proposal?.id ?? "" } });
  expect(await dueOf()).toEqual(["2026-04-21", "2026-05-21", "2026-06-20"]);
  expect(await loanNow()).toMatchObject({ deductionBasisPoints: 1_200, dueDate: "2026-06-20" });
  const rows = await db().select().from(loanChanges).where(eq(loanChanges.loanId, loanId)).orderBy(loanChanges.id);
  expect(rows.map(({ kind, current }) => [kind, current.dueDate])).toEqual([
    ["PAUSE", "2026-05-31"],
    ["TERMS", "2026-06-10"],
    ["RESUME", "2026-06-20"],
    ["TERMS", "2026-06-20"],
  ]);
});

test("a pause over the end of the loan leaves only the arrears it found", async () => {
  await pause(midnight("2026-05-20"));
  const before = await healthAt(midnight("2026-05-20"));
  expect(before).toMatchObject({ daysPastDue: 49, overdueAmount: 72_666.66 });
  expect(await healthAt(midnight("2027-05-20"))).toEqual(before);
  await resume(later(midnight("2027-05-20"), -day));
  expect(await dueOf()).toEqual(["2026-04-01", "2026-05-01", "2027-05-30"]);
  expect(await healthAt(later(midnight("2027-05-20"), -day))).toEqual(before);
});
