import { beforeAll, expect, test } from "vitest";
import { day, later } from "@/lib/kernel/calendar";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { defaultLoan } from "@/lib/lending/servicing/default-loan";
import { serviceLoan } from "@/lib/lending/servicing/service-loan";
import { writeOffLoan } from "@/lib/lending/servicing/write-off-loan";
import { checkLoan } from "@/lib/loans/ledger/check";
import { readLoanStatus } from "@/lib/loans/loans/queries";
import { useDatabase } from "@/test/database";
import { usualLoan } from "@/test/factories/disbursed-loan";
import { sandboxActor } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { deductedEvent } from "@/test/factories/repayment";
import { minuteOf, outset, type ServicedLoan, servicedLoan } from "@/test/factories/serviced-loan";

useDatabase();

const { principal, interest, due } = usualLoan;

let market: TestMarketplace;
beforeAll(async () => {
  market = await createMarketplace();
});

const repaid = { status: "REPAID", paid: due, principal: 0, interest: 0, overpaid: 0, receivable: 0 };

test("reversal after full repayment", async () => {
  const loan = await servicedLoan(market.test);
  await loan.deduct(4_000_000, { reference: "one" });
  await loan.deduct(due - 4_000_000, { reference: "two" });
  expect(await loan.figures()).toEqual(repaid);
  expect((await loan.row()).completedAt).toEqual(minuteOf(2));

  await loan.reverse("one", 4_000_000);
  // The second deduction now pays the first instalment: 6,900,000 covers one in full and most of the next.
  expect(await loan.figures()).toEqual({
    ...outset,
    paid: 6_900_000,
    principal: principal - 6_300_000,
    interest: interest - 600_000,
  });
  const row = await loan.row();
  expect([row.completedAt, row.dueAt]).toEqual([null, minuteOf(3)]);
  expect(await loan.eventTypes()).toEqual(["loan.completed", "loan.reopened"]);
  const { loan: about, ...reopened } = (await loan.events())[1] ?? {};
  expect(about).toEqual({ id: loan.loan.id, reference: loan.loan.reference, status: "ACTIVE" });
  expect(reopened).toEqual({
    event: "loan.reopened",
    collection: expect.objectContaining({ from: "2026-09-21", to: "2026-10-01" }),
    event_id: expect.stringMatching(/^evt_/),
    timestamp: minuteOf(3).toISOString(),
    api_version: "2026-11-01",
    environment: "test",
    sequence: expect.any(Number),
    merchant: { service_id: loan.loan.merchantId, marketplace_id: loan.loan.thirdPartyCustomerId },
    reason: "REVERSAL",
    outstanding: 40_000,
    max_deduction_amount: 40_000,
    deduction_percentage: 10,
    action_required: "resume_deductions",
    message: expect.stringContaining("reversed"),
  });

  await loan.deduct(4_000_000);
  expect(await loan.figures()).toEqual(repaid);
  expect(await loan.eventTypes()).toEqual(["loan.completed", "loan.reopened", "loan.completed"]);
  expect(await loan.journals()).toEqual(["REPAYMENT", "REPAYMENT", "REVERSAL", "REPAYMENT"]);
});

test("reversal after overpayment", async () => {
  const loan = await servicedLoan(market.test);
  await loan.deduct(due, { reference: "all" });
  await loan.deduct(500_000, { reference: "too-much" });
  expect(await loan.figures()).toEqual({ ...repaid, overpaid: 500_000 });
  expect(await loan.accounts()).toEqual({
    CASH: interest + 500_000,
    INTEREST_INCOME: -interest,
    OVERPAYMENT: -500_000,
  });
  expect((await loan.row()).refundDueAt).toEqual(later(minuteOf(2), day));

  await loan.reverse("too-much", 200_000);
  expect(await loan.figures()).toEqual({ ...repaid, overpaid: 300_000 });
  expect(await loan.eventTypes()).toEqual(["loan.completed"]);

  // A reversal of the other deduction reduces the overpayment first; only the rest is owed again.
  await loan.reverse("all", 1_000_000);
  expect(await loan.figures()).toMatchObject({ status: "ACTIVE", paid: due - 700_000, overpaid: 0 });
  expect((await loan.row()).refundDueAt).toBeNull();
  expect(await loan.eventTypes()).toEqual(["loan.completed", "loan.reopened"]);
  expect((await loan.events())[1]).toMatchObject({ outstanding: 7_000, max_deduction_amount: 7_000 });
});

test("the same reversal twice", async () => {
  const loan = await servicedLoan(market.test);
  await loan.deduct(1_000_000, { reference: "one" });
  const told = { reference: "back", eventId: "same-event", at: minuteOf(2), now: minuteOf(2) };
  const first = await loan.reverse("one", 600_000, told);
  const figures = await loan.figures();
  expect(figures.paid).toBe(400_000);

  expect(await loan.reverse("one", 600_000, told)).toEqual(first);
  await loan.reverse("one", 600_000, { reference: "back", eventId: "another-event" });
  expect(await loan.figures()).toEqual(figures);
  expect(await loan.journals()).toEqual(["REPAYMENT", "REVERSAL"]);
  expect(await loan.breakTypes()).toEqual(["DUPLICATE OPEN"]);

  // With another reference it is a new reversal, and exceeds what is left.
  await loan.reverse("one", 600_000, { reference: "back-again" });
  expect(await loan.figures()).toEqual(figures);
  expect(await loan.breakTypes()).toEqual(["DUPLICATE OPEN", "AMOUNT OPEN"]);
});

test("undo restores instalments and delinquency", async () => {
  const loan = await servicedLoan(market.test);
  const { tenant, loan: row } = loan;
  const first = row.installments[0]?.amount ?? 0;
  const dayPast = later(minuteOf(0), 50 * day);
  const shown = () => readLoanStatus(everyMerchantOf(tenant), row.id, dayPast);
  const { forecast: _, ...before } = await shown();
  expect(before.health).toEqual({
    daysPastDue: 30,
    overdueAmount: first / 100,
    classification: "WATCH",
    aheadBehindAmount: -first / 100,
  });

  await loan.deduct(first + 100_000, { reference: "one", now: dayPast });
  const paid = await shown();
  expect(paid.health).toMatchObject({ daysPastDue: 0, classification: "PERFORMING", aheadBehindAmount: 1_000 });
  expect(paid.nextInstallment).toMatchObject({ number: 2, paid: 1_000 });
  expect(paid.schedule.map((entry) => entry.paid)).toEqual([first / 100, 1_000, 0]);

  await loan.reverse("one", first + 100_000, { now: dayPast });
  const { forecast: __, ...after } = await shown();
  expect(after).toEqual(before);
  expect((await loan.row()).dueAt).toEqual(dayPast);

  // Without the payment, the debt is too old.
  const late = later(minuteOf(0), 115 * day);
  await loan.deduct(first, { reference: "two", now: dayPast });
  await serviceLoan(row.id, late);
  expect((await loan.row()).status).toBe("ACTIVE");
  await loan.reverse("two", first, { now: late });
  expect((await loan.row()).dueAt).toEqual(late);
  await serviceLoan(row.id, late);
  expect((await loan.row()).status).toBe("DEFAULTED");
});

test("recovery after write-off with excess", async () => {
  const loan = await servicedLoan(market.test);
  const call = { actor: sandboxActor(loan.tenant), loanId: loan.loan.id, now: minuteOf(5) };
  await loan.deduct(900_000, { reference: "before" });
  await defaultLoan({ ...call, input: { reason: "DECIDED" } });
  await writeOffLoan({ ...call, input: { reason: "The business has closed." } });
  const lost = due - 900_000;
  expect(await loan.accounts()).toEqual({ CASH: 900_000 - principal, INTEREST_INCOME: -interest, WRITE_OFF: lost });

  await loan.deduct(400_000, { reference: "recovered", now: minuteOf(6) });
  expect(await loan.accounts()).toMatchObject({ CASH: 1_300_000 - principal, WRITE_OFF: lost, RECOVERY: -400_000 });
  await loan.deduct(lost, { reference: "more-than-all", now: minuteOf(7) });
  const recovered = { CASH: interest + 400_000, INTEREST_INCOME: -interest, WRITE_OFF: lost, RECOVERY: -lost };
  expect(await loan.accounts()).toEqual({ ...recovered, OVERPAYMENT: -400_000 });
  expect(await loan.figures()).toEqual({ ...repaid, status: "WRITTEN_OFF", overpaid: 400_000 });

  await loan.reverse("recovered", 400_000, { now: minuteOf(8) });
  expect(await loan.accounts()).toEqual({ ...recovered, CASH: interest });
  await loan.reverse("before", 900_000, { now: minuteOf(9) });
  expect(await loan.figures()).toMatchObject({ status: "WRITTEN_OFF", paid: lost, principal: 0, interest: 0 });
  // What is reversed of a deduction from before the write-off makes the loss larger, and takes nothing from recoveries.
  expect(await loan.accounts()).toMatchObject({ WRITE_OFF: lost + 900_000, RECOVERY: -lost });
  expect(await loan.journals()).toEqual([
    ...["REPAYMENT", "WRITE_OFF", "RECOVERY", "RECOVERY"],
    ...["REVERSAL", "REVERSAL"],
  ]);
  expect(await loan.sources()).toEqual(["SALES", null, "RECOVERY", "RECOVERY", "RECOVERY", "SALES"]);
  expect((await checkLoan(loan.loan.id, minuteOf(10))).verified).toBe(true);
  expect(await loan.eventTypes()).toEqual(["loan.defaulted", "loan.written_off"]);
});

test("one bad item in a bulk harms no other", async () => {
  const [one, other] = await Promise.all([servicedLoan(market.test), servicedLoan(market.test)]);
  const now = minuteOf(10);
  const event = (loan: ServicedLoan, reference: string, amount = 100_000) =>
    deductedEvent(loan.named, { reference, amount, at: minuteOf(1) });
  await one.deduct(100_000, { reference: "known", eventId: "known-event" });
  const bulk = [
    event(one, "a"),
    { ...event(one, "b"), loan: { serviceId: "loan_of_nobody" } },
    event(one, "known", 100_001),
    { ...event(one, "c"), eventId: "known-event" },
    { ...event(other, "d"), merchant: { marketplaceId: one.named.thirdPartyCustomerId ?? "" } },
    deductedEvent(one.named, { reference: "e", amount: 1, at: later(now, day) }),
    event(other, "f"),
    event(one, "g"),
  ];
  const results = await Promise.allSettled(bulk.map((each) => one.send(each, now)));
  expect(results.map((result) => (result.status === "fulfilled" ? "received" : result.reason.code))).toEqual([
    "received",
    "NOT_FOUND",
    "DEDUCTION_CONFLICT",
    "EVENT_CONFLICT",
    "NOT_FOUND",
    "VALIDATION_FAILED",
    "received",
    "received",
  ]);
  expect([(await one.figures()).paid, (await other.figures()).paid]).toEqual([300_000, 100_000]);
  expect([await one.breakTypes(), await other.breakTypes()]).toEqual([[], []]);
});
