import { beforeAll, describe, expect, test } from "vitest";
import type { Tenant } from "@/lib/kernel/actor";
import { day, later, minute } from "@/lib/kernel/calendar";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { defaultLoan } from "@/lib/lending/servicing/default-loan";
import { writeOffLoan } from "@/lib/lending/servicing/write-off-loan";
import { readLedger } from "@/lib/loans/ledger/check";
import { differencesIn } from "@/lib/loans/ledger/find-differences";
import { readLoanStatus } from "@/lib/loans/loans/queries";
import { useDatabase } from "@/test/database";
import { usualLoan } from "@/test/factories/disbursed-loan";
import { sandboxActor } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { payLoan } from "@/test/factories/payment";
import { minuteOf, type ServicedLoan, servicedLoan } from "@/test/factories/serviced-loan";
import { coolingOffOf } from "./cooling-off";

useDatabase();

const { principal, interest, due } = usualLoan;
let tenant: Tenant;
beforeAll(async () => {
  tenant = (await createMarketplace()).test;
});

const pay = (loan: ServicedLoan, amount: number, more: Partial<Parameters<typeof payLoan>[2]> = {}) =>
  payLoan(tenant, loan.loan.id, { amount, now: loan.tick(), ...more });
const differencesOf = async (loan: ServicedLoan) => differencesIn(await readLedger(loan.loan.id));

describe("a payment", () => {
  test("repays like a deduction, completes the loan and says so; what is too much is owed back", async () => {
    const loan = await servicedLoan(tenant);
    await pay(loan, due - 100_000);
    await pay(loan, 150_000, { source: "MANDATE" });
    expect(await loan.figures()).toMatchObject({ status: "REPAID", paid: due, overpaid: 50_000 });
    expect(await loan.journals()).toEqual(["PAYMENT", "PAYMENT"]);
    const [first, nearly, second, completed] = await loan.events();
    expect(first).toMatchObject({
      event: "loan.payment_received",
      loan: { status: "ACTIVE" },
      payment: { amount: (due - 100_000) / 100, source: "DIRECT", received_at: minuteOf(1).toISOString() },
      loan_balance: { total_due: due / 100, total_paid: (due - 100_000) / 100, outstanding: 1_000 },
    });
    expect(nearly).toMatchObject({ event: "loan.nearly_complete" });
    expect(second).toMatchObject({ loan: { status: "REPAID" }, payment: { amount: 1_500, source: "MANDATE" } });
    expect(completed).toMatchObject({
      event: "loan.completed",
      summary: { total_deductions: 0, first_deduction_at: null, final_deduction_at: null },
    });
    expect(await differencesOf(loan)).toBeNull();
  });

  test("is known to a marketplace only once it is told: a balance from before it is right", async () => {
    const loan = await servicedLoan(tenant, { disbursedAt: later(minuteOf(0), -day) });
    await pay(loan, 100_000, { now: minuteOf(5) });
    await loan.deduct(50_000, { now: minuteOf(6), at: minuteOf(4), balance: [due, 50_000] });
    await loan.deduct(50_000, { now: minuteOf(7), balance: [due, 200_000] });
    await pay(loan, principal - 200_000, { coolingOff: true, now: minuteOf(9) });
    await loan.deduct(10_000, { now: minuteOf(10), at: minuteOf(8), balance: [due, 210_000] });
    expect(await loan.breakTypes()).toEqual([]);
    await loan.deduct(10_000, { now: minuteOf(11), balance: [due, 220_000] });
    expect(await loan.breakTypes()).toEqual(["AMOUNT OPEN"]);
  });

  test("of all arrears ends the default that they caused", async () => {
    const loan = await servicedLoan(tenant);
    const late = later(minuteOf(0), 65 * day);
    await defaultLoan({ ...actOn(loan), now: late, input: { reason: "OVERDUE" } });
    await pay(loan, 8_000_000, { source: "MANDATE", now: later(late, minute) });
    expect((await loan.row()).status).toBe("ACTIVE");
    expect((await loan.eventTypes()).slice(1, 3)).toEqual(["loan.payment_received", "loan.reopened"]);
  });

  test("for a loan that is written off is a recovery, whatever it was ordered for", async () => {
    const loan = await servicedLoan(tenant, { disbursedAt: later(minuteOf(0), -day) });
    await defaultLoan({ ...actOn(loan), input: { reason: "DECIDED" } });
    await writeOffLoan({ ...actOn(loan), input: { reason: "Closed." } });
    await pay(loan, principal, { coolingOff: true, orderedAt: minuteOf(0) });
    expect(await loan.accounts()).toEqual({ INTEREST_INCOME: -interest, WRITE_OFF: due, RECOVERY: -principal });
    expect(await loan.journals()).toEqual(["WRITE_OFF", "RECOVERY"]);
    expect(await differencesOf(loan)).toBeNull();
  });
});

describe("within the cooling-off period", () => {
  const fresh = () => servicedLoan(tenant, { disbursedAt: later(minuteOf(0), -2 * day) });

  test("the principal less what was deducted ends the loan without interest", async () => {
    const loan = await fresh();
    await loan.deduct(1_000_000, { reference: "one" });
    const offer = coolingOffOf(await loan.row(), minuteOf(1));
    expect(offer).toEqual({ amount: principal - 1_000_000, until: later(minuteOf(0), day) });
    // What comes in while the bank is asked goes back.
    await loan.deduct(200_000, { reference: "two" });
    await pay(loan, offer?.amount ?? 0, { coolingOff: true, orderedAt: minuteOf(1), now: later(minuteOf(0), 5 * day) });
    expect(await loan.figures()).toMatchObject({ status: "REPAID", paid: principal, interest: 0, overpaid: 200_000 });
    expect(await loan.accounts()).toEqual({ CASH: 200_000, OVERPAYMENT: -200_000 });
    expect(await loan.journals()).toEqual(["REPAYMENT", "REPAYMENT", "COOLING_OFF", "PAYMENT"]);
    expect((await loan.events()).at(-1)).toMatchObject({
      event: "loan.completed",
      summary: { principal_repaid: principal / 100, interest_repaid: 0, total_repaid: principal / 100 },
    });
    const status = await readLoanStatus(everyMerchantOf(tenant), loan.loan.id, later(minuteOf(0), 6 * day));
    expect(status).toMatchObject({
      ...{ status: "REPAID", closure: "COOLING_OFF", totalDue: principal / 100, percentPaid: 100 },
      ...{ terms: { totalRepayment: due / 100 }, outstanding: { total: 0 } },
    });
    expect(status.schedule.reduce((sum, { amount }) => sum + amount * 100, 0)).toBe(principal);
    expect(await differencesOf(loan)).toBeNull();
  });

  test("a reversal after it reopens the loan with its interest; within the period it can be ended again", async () => {
    const loan = await fresh();
    await loan.deduct(1_000_000, { reference: "one" });
    await pay(loan, principal - 1_000_000, { coolingOff: true });
    await loan.reverse("one", 400_000);
    expect(await loan.figures()).toMatchObject({ status: "ACTIVE", principal: 400_000 + due - principal });
    expect((await loan.journals()).slice(-2)).toEqual(["REVERSAL", "COOLING_OFF_UNDONE"]);
    const call = [everyMerchantOf(tenant), loan.loan.id, minuteOf(10)] as const;
    expect(await readLoanStatus(...call)).toMatchObject({ closure: null, outstanding: { total: 13_000 } });
    expect(coolingOffOf(await loan.row(), minuteOf(10))).toMatchObject({ amount: 400_000 });
    await pay(loan, 400_000, { coolingOff: true });
    expect(await readLoanStatus(...call)).toMatchObject({ status: "REPAID", closure: "COOLING_OFF" });
    expect(await differencesOf(loan)).toBeNull();
  });

  test("when deductions brought more than the principal it costs nothing, and the rest goes back", async () => {
    const loan = await fresh();
    await loan.deduct(principal + 100_000, { reference: "one" });
    expect(coolingOffOf(await loan.row(), minuteOf(1))).toMatchObject({ amount: 0 });
    await pay(loan, 0, { coolingOff: true });
    expect(await loan.figures()).toMatchObject({ status: "REPAID", paid: principal, overpaid: 100_000 });
    expect(await loan.eventTypes()).toEqual(["loan.nearly_complete", "loan.completed"]);
    expect(await differencesOf(loan)).toBeNull();
  });

  test("what was ordered later repays as agreed", async () => {
    const loan = await fresh();
    const over = later(minuteOf(0), day + 1);
    expect(coolingOffOf(await loan.row(), over)).toBeNull();
    await pay(loan, principal, { coolingOff: true, orderedAt: over, now: over });
    expect(await loan.figures()).toMatchObject({ status: "ACTIVE", paid: principal });
  });
});

function actOn(loan: ServicedLoan) {
  return { actor: sandboxActor(tenant), loanId: loan.loan.id, now: minuteOf(1) };
}
