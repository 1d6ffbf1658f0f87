import { beforeAll, beforeEach, expect, test } from "vitest";
import { daysBetween } from "@/lib/kernel/calendar";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { acceptTerms } from "@/lib/lending/servicing/accept-terms";
import { changeTerms } from "@/lib/lending/servicing/change-terms";
import type { ChangeTerms } from "@/lib/lending/servicing/schema";
import { pauseLoan } from "@/lib/loans/loans/changes/pause-loan";
import { resumeLoan } from "@/lib/loans/loans/changes/resume-loan";
import { useDatabase } from "@/test/database";
import { setLoan } from "@/test/factories/disbursed-loan";
import { sandboxActor } from "@/test/factories/kyc";
import { lendableMerchant } from "@/test/factories/lendable";
import { activeLoan } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { expectedFlow, oracleYearly } from "@/test/oracles/annual-percentage-oracle";
import { instant } from "@/test/time";
import { readLoanStatus } from "./queries";

useDatabase();

const start = "2026-03-02T09:00:00Z";
let marketplace: TestMarketplace;
let loanId = "";
beforeAll(async () => {
  marketplace = await createMarketplace();
});
/** 100,000 naira and a fee of 9,000, for 90 days; 10 percent of 1,090,000 naira a month repay it in 30. */
beforeEach(async () => {
  const { merchantId } = await lendableMerchant(marketplace.test, instant(start));
  ({ loanId } = await activeLoan(marketplace.test, merchantId, { now: instant(start) }));
  await setLoan(marketplace.test, loanId, { lowestDeductionBasisPoints: 500 });
});

const on = (date: string) => ({ actor: sandboxActor(marketplace.test), loanId, now: instant(`${date}T12:00:00Z`) });
const change = (date: string, input: ChangeTerms) =>
  changeTerms({ ...on(date), input: { ...input, reason: "Agreed." } });
const read = (date: string) => readLoanStatus(everyMerchantOf(marketplace.test), loanId, on(date).now);

/** What the schedule and a share of sales on each day come to, lived through day by day. */
async function lived(date: string, percentOn: (day: number) => number) {
  const { schedule, startDate, dueDate } = await read(date);
  const flow = expectedFlow(109_000, 1_090_000, (day) => percentOn(day) * 100);
  const aDay = (percent: number) => (percent === 0 ? 1 : (1_090_000 * percent) / 3_000);
  const idle = flow.filter(({ amount }) => amount === 0).length;
  const due = schedule.map((one) => ({ day: daysBetween(startDate, one.dueDate), amount: one.amount }));
  return {
    annualPercentageRate: expect.closeTo(oracleYearly(100_000, flow), 2),
    scheduledAnnualPercentageRate: expect.closeTo(oracleYearly(100_000, due), 2),
    // Of the last day only the part that is needed.
    expectedDays: Math.round(flow.reduce((sum, { day, amount }) => sum + amount / aDay(percentOn(day)), idle)),
    tenorDays: daysBetween(startDate, dueDate),
  };
}

const asAgreed = {
  annualPercentageRate: 206.32,
  scheduledAnnualPercentageRate: 52.84,
  expectedDays: 30,
  tenorDays: 90,
  deductionPercentage: 10,
  dueDate: "2026-05-31",
};

test("terms that were eased say what they come to now, and beside it what was agreed", async () => {
  const { terms: before } = await read("2026-03-12");
  const { dueDate: _, ...offered } = asAgreed;
  expect(before).toMatchObject({ ...offered, agreed: null });
  await change("2026-03-12", { deductionPercentage: 5, dueDate: "2026-07-30" });

  const { terms } = await read("2026-03-12");
  expect(terms).toMatchObject(await lived("2026-03-12", (day) => (day <= 10 ? 10 : 5)));
  // A third is repaid in 10 days, and the rest takes twice as long as the 20 that it would have taken.
  expect(terms).toMatchObject({ expectedDays: 50, tenorDays: 150, deductionPercentage: 5, agreed: asAgreed });
  // The fee is as agreed: the money is out for longer, so a year of it costs less.
  expect(terms).toMatchObject({ interestRate: 9, totalRepayment: 109_000 });
  expect(terms.annualPercentageRate).toBeLessThan(asAgreed.annualPercentageRate);

  await change("2026-03-22", { deductionPercentage: 20 });
  const { proposal } = await read("2026-03-22");
  expect((await read("2026-03-22")).terms).toEqual(terms);
  await acceptTerms({ ...on("2026-03-23"), input: { proposalId: proposal?.id ?? "" } });
  const again = await lived("2026-03-23", (day) => (day <= 10 ? 10 : day <= 21 ? 5 : 20));
  expect((await read("2026-03-23")).terms).toMatchObject({ ...again, agreed: asAgreed });
});

test("a pause counts once it has ended, as its dates do", async () => {
  const reason = { input: { reason: "Closed." } };
  await pauseLoan({ ...on("2026-03-07"), ...reason });
  await change("2026-03-09", { deductionPercentage: 6 });
  const during = await lived("2026-03-10", (day) => (day <= 5 ? 10 : 6));
  expect((await read("2026-03-10")).terms).toMatchObject({ ...during, tenorDays: 90, agreed: asAgreed });
  await resumeLoan({ ...on("2026-03-17"), ...reason });
  const after = await lived("2026-03-17", (day) => (day <= 5 ? 10 : day <= 15 ? 0 : 6));
  expect((await read("2026-03-17")).terms).toMatchObject({ ...after, tenorDays: 100, agreed: asAgreed });
});
