import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { loanChanges, termProposals } from "@/db/schema/loan-changes";
import { loanReminders } from "@/db/schema/loan-watches";
import { auditLog } from "@/db/schema/operations";
import { fromKobo } from "@/lib/kernel/money";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { checkAt, readLedger } from "@/lib/loans/ledger/check";
import { differencesIn } from "@/lib/loans/ledger/find-differences";
import { pauseLoan } from "@/lib/loans/loans/changes/pause-loan";
import { resumeLoan } from "@/lib/loans/loans/changes/resume-loan";
import { readLoanStatus } from "@/lib/loans/loans/queries";
import { explainLoan } from "@/lib/loans/statements/explain-loan";
import { repayLoan } from "@/lib/sandbox/test-helpers/test-loans/repay-loan";
import { reverseRepayment } from "@/lib/sandbox/test-helpers/test-loans/reverse-repayment";
import { readJourneyLoan } from "@/lib/surfaces/journey/read-journey-loan";
import { useDatabase } from "@/test/database";
import { reloadLoan, setLoan } from "@/test/factories/disbursed-loan";
import { sandboxActor } from "@/test/factories/kyc";
import { lendableMerchant } from "@/test/factories/lendable";
import { activeLoan, toldOf } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { storedState } from "@/test/factories/snapshot";
import { type Instant, instant } from "@/test/time";
import { changeTerms } from "./change-terms";
import { defaultLoan } from "./default-loan";
import { planLoan } from "./plan-loan";
import { remindMerchant } from "./remind-merchant";
import { serviceLoan } from "./service-loan";

useDatabase();

const midnight = (date: string) => instant(`${date}T00:00:00Z`);
const start = instant("2026-03-02T09:00:00Z");
const may = midnight("2026-05-10");
let marketplace: TestMarketplace;
let merchantId: string;
/** 109,000 naira of which 9,000 are interest, due on 1 April, 1 May and 31 May. */
let loanId: string;
beforeAll(async () => {
  marketplace = await createMarketplace();
});
beforeEach(async () => {
  ({ merchantId } = await lendableMerchant(marketplace.test, start));
  ({ loanId } = await activeLoan(marketplace.test, merchantId, { now: start }));
});

const on = (now: Instant) => ({ actor: sandboxActor(marketplace.test), loanId, now });
const statusAt = (now: Instant) => readLoanStatus(everyMerchantOf(marketplace.test), loanId, now);
const repay = (naira: number, now: Instant) => repayLoan({ ...on(now), input: { amount: naira } });
const takeBack = (naira: number, now: Instant) => reverseRepayment({ ...on(now), input: { amount: naira } });
type Line = readonly [dueDate: string, naira: number];
const agree = (lines: readonly Line[], now: Instant = may) =>
  planLoan({
    ...on(now),
    input: {
      installments: lines.map(([dueDate, amount]) => ({ dueDate, amount })),
      reason: "As agreed on the telephone.",
    },
  });
const rest: readonly Line[] = [
  ["2026-06-05", 9_000],
  ["2026-06-19", 20_000],
  ["2026-07-31", 40_000],
];
const loan = () => reloadLoan(marketplace.test, loanId);

test("what is left is due by the plan and by nothing else, and what is paid stays as it is", async () => {
  await setLoan(marketplace.test, loanId, { lowestDeductionBasisPoints: 500, highestDeductionBasisPoints: 2_500 });
  await changeTerms({ ...on(start), input: { deductionPercentage: 12, reason: "Higher sales." } });
  await repay(40_000, midnight("2026-03-20"));
  expect((await statusAt(may)).health).toMatchObject({ daysPastDue: 9, overdueAmount: 32_666.66 });
  const before = await loan();
  await agree(rest);

  const after = await loan();
  const lines = after.installments.map(({ dueDate, amount, interest }) => [dueDate, amount, interest]);
  // Of the second 3,666.67 were paid, of which 3,000 are interest; the 3,000 that are left go by 9, 20 and 40 of 69, cut off at the sums.
  expect(lines).toEqual([
    ["2026-04-01", 3_633_333, 300_000],
    ["2026-05-01", 366_667, 300_000],
    ["2026-06-05", 900_000, 39_130],
    ["2026-06-19", 2_000_000, 86_956],
    ["2026-07-31", 4_000_000, 173_914],
  ]);
  expect({ ...after, installments: [] }).toEqual({
    ...before,
    installments: [],
    dueDate: "2026-07-31",
    agingSince: midnight("2026-06-05"),
    dueAt: expect.any(Date),
  });
  const status = await statusAt(may);
  expect(status).toMatchObject({
    outstanding: { total: 69_000, interest: 3_000 },
    health: { daysPastDue: 0, overdueAmount: 0, aheadBehindAmount: 0 },
    nextInstallment: { number: 3, dueDate: "2026-06-05", amount: 9_000, paid: 0 },
    dueDate: "2026-07-31",
    proposal: null,
    terms: { tenorDays: 151, agreed: { tenorDays: 90, dueDate: "2026-05-31" } },
  });
  // The merchant waits longer for nothing: the same money later costs less a year.
  const { scheduledAnnualPercentageRate: now, agreed } = status.terms;
  expect(now).toBeLessThan(agreed?.scheduledAnnualPercentageRate ?? 0);
  const holder = { kind: "embedToken", tenant: marketplace.test, merchantId } as never;
  expect((await readJourneyLoan({ actor: holder, loanId, now: may })).schedule).toEqual(status.schedule);

  const told = (await toldOf(merchantId)).at(-1);
  expect(told).toMatchObject({
    event: "loan.repayment_updated",
    previous: { due_date: "2026-05-31" },
    current: { due_date: "2026-07-31", deduction_percentage: 10, paused: false },
    schedule: after.installments.map((one) => ({
      installment: one.number,
      due_date: one.dueDate,
      amount: fromKobo(one.amount),
    })),
    reason: "As agreed on the telephone.",
    consent: null,
  });
  const changes = await db().select().from(loanChanges).where(eq(loanChanges.loanId, loanId));
  expect(changes.map(({ kind, replaced }) => [kind, replaced])).toEqual([
    ["PLAN", { journals: before.journalNumber, installments: before.installments }],
  ]);
  const asked = await db().select().from(termProposals).where(eq(termProposals.loanId, loanId));
  expect(asked.map(({ decision }) => decision)).toEqual(["REPLACED"]);
  const audited = await db().select().from(auditLog).where(eq(auditLog.subjectId, loanId));
  expect(audited.map(({ action }) => action)).toContain("loan.plan");

  expect((await statusAt(midnight("2026-06-06"))).health).toMatchObject({ daysPastDue: 1, overdueAmount: 9_000 });
});

describe("the books come out right, to the kobo", () => {
  const right = async () => expect(differencesIn(await readLedger(loanId))).toBeNull();

  test("when money that came before the plan is taken back after it: it is due when it was", async () => {
    await repay(40_000, midnight("2026-03-20"));
    await agree(rest);
    await takeBack(5_000, midnight("2026-05-12"));
    expect(await statusAt(midnight("2026-05-12"))).toMatchObject({
      outstanding: { total: 74_000, interest: 6_000 },
      health: { daysPastDue: 41, overdueAmount: 5_000 },
      nextInstallment: { number: 1, amount: 36_333.33, paid: 35_000 },
    });
    await right();
    await repay(74_000, midnight("2026-05-13"));
    expect(await statusAt(midnight("2026-05-13"))).toMatchObject({ status: "REPAID", outstanding: { interest: 0 } });
    await right();
  });

  test("also of what was taken back before the plan, which had been split by the schedule before it", async () => {
    await repay(50_000, midnight("2026-03-20"));
    await takeBack(50_000, midnight("2026-03-25"));
    const seen = async (date: string) => {
      const query = { asOf: midnight(date), limit: 10 };
      return explainLoan({ reach: everyMerchantOf(marketplace.test), loanId, query, now: midnight("2026-09-01") });
    };
    const before = await seen("2026-03-22");
    expect(before).toMatchObject({ verified: true, balances: { outstanding: { interest: 3_000 } } });
    await agree([["2026-07-31", 109_000]]);
    expect(await seen("2026-03-22")).toEqual(before);
    await agree([["2026-08-31", 109_000]], midnight("2026-05-11"));
    await repay(4_000, midnight("2026-05-12"));
    const ledger = await readLedger(loanId);
    const moments = ledger.journals.map(({ recordedAt }) => recordedAt);
    for (const moment of moments) expect(checkAt(ledger, moment).verified).toBe(true);
    await right();
  });
});

test("the merchant hears of a first day that is missed on the morning after it", async () => {
  const agreed = instant("2026-05-10T09:00:00Z");
  await agree(
    [
      ["2026-05-12", 9_000],
      ["2026-07-31", 100_000],
    ],
    agreed,
  );
  const [row] = await db().select().from(loanReminders).where(eq(loanReminders.id, loanId));
  expect(row?.dueAt).toEqual(agreed);
  expect(await remindMerchant(loanId, agreed)).toEqual(instant("2026-05-11T07:00:00Z"));
  expect(await remindMerchant(loanId, instant("2026-05-11T09:00:00Z"))).toEqual(instant("2026-05-13T07:00:00Z"));
});

test("its dates move with a pause like any other", async () => {
  await agree([
    ["2026-06-05", 9_000],
    ["2026-07-31", 100_000],
  ]);
  await pauseLoan({ ...on(midnight("2026-06-10")), input: { reason: "Closed." } });
  await resumeLoan({ ...on(midnight("2026-06-20")), input: { reason: "Open." } });
  expect((await statusAt(may)).schedule.map(({ dueDate }) => dueDate)).toEqual(["2026-06-05", "2026-08-10"]);
  expect((await statusAt(midnight("2026-06-20"))).health).toMatchObject({ daysPastDue: 5, overdueAmount: 9_000 });
});

test("a default of arrears stays until the next payment cures it, as after a later due date", async () => {
  const states: unknown[] = [];
  for (const relieve of [
    () => changeTerms({ ...on(may), input: { dueDate: "2026-07-31", reason: "More time." } }),
    () => agree([["2026-07-31", 109_000]]),
  ]) {
    ({ loanId } = await activeLoan(marketplace.test, (await lendableMerchant(marketplace.test, start)).merchantId, {
      now: start,
    }));
    await setLoan(marketplace.test, loanId, { defaultAfterDays: 10 });
    await defaultLoan({ ...on(midnight("2026-04-12")), input: { reason: "OVERDUE" } });
    await relieve();
    await serviceLoan(loanId, may);
    const relieved = (await statusAt(may)).status;
    await repay(100, may);
    states.push([relieved, (await statusAt(may)).status]);
  }
  expect(states).toEqual([
    ["DEFAULTED", "ACTIVE"],
    ["DEFAULTED", "ACTIVE"],
  ]);
});

describe("is refused, and changes nothing", () => {
  // On 20 April 36,333.33 are overdue; as much is due on 1 May, and the rest on 31 May.
  const april = midnight("2026-04-20");
  const wrong: [why: string, lines: readonly Line[], field: string, error: string | RegExp][] = [
    [
      "a sum that is another",
      [["2026-07-31", 100_000]],
      "installments",
      /add up to ₦109,000\.00.*come to ₦100,000\.00/,
    ],
    [
      "a day that is over",
      [
        ["2026-04-20", 9_000],
        ["2026-07-31", 100_000],
      ],
      "installments.0.dueDate",
      "Must be in the future",
    ],
    [
      "a day beyond ten years",
      [
        ["2026-07-31", 9_000],
        ["2036-07-31", 100_000],
      ],
      "installments.1.dueDate",
      /ten years/,
    ],
    [
      "more by a day than by today's schedule",
      [
        ["2026-04-25", 36_333.33],
        ["2026-05-01", 36_333.34],
        ["2026-05-31", 36_333.33],
      ],
      "installments.1.dueDate",
      /^More would be due by 2026-05-01/,
    ],
    [
      "an end that comes sooner",
      [["2026-05-30", 109_000]],
      "installments.0.dueDate",
      /^More would be due by 2026-05-30/,
    ],
  ];
  test.each(wrong)("%s", async (_, lines, field, error) => {
    const before = await storedState();
    const said = typeof error === "string" ? error : expect.stringMatching(error);
    await expect(agree(lines, april)).rejects.toMatchObject({ fields: [{ field, error: said }] });
    expect(await storedState()).toEqual(before);
  });

  test("one that makes nothing due later", async () => {
    const today = (await statusAt(start)).schedule.map(({ dueDate, amount }): Line => [dueDate, amount]);
    await expect(agree(today, midnight("2026-03-10"))).rejects.toMatchObject({ fields: [{ field: "installments" }] });
  });

  test("while collection is paused", async () => {
    await pauseLoan({ ...on(april), input: { reason: "Closed." } });
    await expect(agree([["2026-07-31", 109_000]])).rejects.toMatchObject({
      code: "LOAN_STATE_CONFLICT",
      message: expect.stringContaining("resume it first"),
    });
  });
});
