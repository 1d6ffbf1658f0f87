import { beforeAll, describe, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { later } from "@/lib/kernel/calendar";
import { kobo } from "@/lib/kernel/money";
import { everyMerchantOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { confirmRefund } from "@/lib/lending/transfers/payouts/refund-overpayment";
import { lockLoan } from "@/lib/loans/loans/load-loans";
import { useDatabase } from "@/test/database";
import { usualLoan } from "@/test/factories/disbursed-loan";
import { sandboxActor } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { minuteOf, outset, type ServicedLoan, servicedLoan } from "@/test/factories/serviced-loan";

useDatabase();

const { due } = usualLoan;

let market: TestMarketplace;
beforeAll(async () => {
  market = await createMarketplace();
});

async function refund(serviced: ServicedLoan, amount: number, now: BusinessTime): Promise<void> {
  const { tenant, loan } = serviced;
  await transaction(async () =>
    confirmRefund({
      actor: sandboxActor(tenant),
      loan: await lockLoan(everyMerchantOf(tenant), loan.id),
      amount: kobo(amount),
      now,
    }),
  );
}

describe("a reversal", () => {
  test("that comes before its deduction is held, and applied when that comes", async () => {
    const loan = await servicedLoan(market.test);
    await loan.reverse("later", 300_000, { at: minuteOf(0), reference: "early" });
    expect(await loan.figures()).toEqual(outset);
    expect((await loan.row()).heldReversals).toBe(1);
    expect([await loan.journals(), await loan.breakTypes(), await loan.eventTypes()]).toEqual([
      [],
      ["MISSING OPEN"],
      [],
    ]);

    await loan.deduct(1_000_000, { reference: "later" });
    expect((await loan.figures()).paid).toBe(700_000);
    expect((await loan.row()).heldReversals).toBe(0);
    expect(await loan.journals()).toEqual(["REPAYMENT", "REVERSAL"]);
    expect(await loan.breaks()).toMatchObject([{ type: "MISSING", status: "RESOLVED", resolution: "ARRIVED" }]);
  });

  test("that comes before the deduction that would complete: nothing is completed, nor nearly", async () => {
    const loan = await servicedLoan(market.test);
    await loan.reverse("all", due, { at: minuteOf(0) });
    await loan.deduct(due, { reference: "all" });
    expect(await loan.figures()).toEqual(outset);
    expect(await loan.eventTypes()).toEqual([]);
  });

  test("that comes before its deduction and exceeds it is a break once that is there", async () => {
    const loan = await servicedLoan(market.test);
    await loan.reverse("later", 300_001, { at: minuteOf(0) });
    await loan.reverse("later", 200_000, { at: minuteOf(1) });
    expect(await loan.breakTypes()).toEqual(["MISSING OPEN"]);
    await loan.deduct(300_000, { reference: "later" });
    expect((await loan.figures()).paid).toBe(100_000);
    expect(await loan.breakTypes()).toEqual(["MISSING RESOLVED", "AMOUNT OPEN"]);
  });

  test("in parts: all that fit count, together never more than the deduction", async () => {
    const loan = await servicedLoan(market.test);
    await loan.deduct(1_000_000, { reference: "one" });
    const paid: number[] = [];
    for (const part of [300_000, 300_000, 300_000, 100_001, 100_000, 1]) {
      await loan.reverse("one", part);
      paid.push((await loan.figures()).paid);
    }
    expect(paid).toEqual([700_000, 400_000, 100_000, 100_000, 0, 0]);
    expect(await loan.breakTypes()).toEqual(["AMOUNT OPEN", "AMOUNT OPEN"]);
  });

  test("beyond what is left does nothing to the ledger, and is a break", async () => {
    const loan = await servicedLoan(market.test);
    await loan.deduct(1_000_000, { reference: "one" });
    const before = await loan.accounts();
    const { id } = await loan.reverse("one", 1_000_001, { reference: "too-much" });
    expect(await loan.accounts()).toEqual(before);
    expect(await loan.journals()).toEqual(["REPAYMENT"]);
    expect(await loan.breaks()).toMatchObject([
      {
        type: "AMOUNT",
        status: "OPEN",
        merchantId: loan.loan.merchantId,
        repaymentEventId: id,
        expected: 1_000_000,
        actual: 1_000_001,
        evidence: { about: "excess-reversal", reference: "too-much", amount: 10_000.01, deductedAmount: 10_000 },
      },
    ]);
  });

  test("that is reported late displaces another, whose break ends when it counts again", async () => {
    const loan = await servicedLoan(market.test);
    const broken = async () =>
      (await loan.breaks()).map(({ evidence, status, resolution }) => [evidence.reference, status, resolution]);
    await loan.deduct(1_000_000, { reference: "one", at: minuteOf(0) });
    await loan.reverse("one", 300_000, { reference: "third", at: minuteOf(3) });
    expect((await loan.figures()).paid).toBe(700_000);
    await loan.reverse("one", 800_000, { reference: "second", at: minuteOf(2) });
    expect((await loan.figures()).paid).toBe(200_000);
    expect(await broken()).toEqual([["third", "OPEN", null]]);
    await loan.reverse("one", 250_000, { reference: "first", at: minuteOf(1) });
    expect((await loan.figures()).paid).toBe(450_000);
    expect(await broken()).toEqual([
      ["third", "RESOLVED", "ARRIVED"],
      ["second", "OPEN", null],
    ]);
    // Displacing a reversal of the same amount changes no balance and creates no journal.
    const journals = await loan.journals();
    await loan.reverse("one", 550_000, { reference: "before-all", at: minuteOf(0) });
    expect((await loan.figures()).paid).toBe(200_000);
    await loan.reverse("one", 250_000, { reference: "first-of-all", at: later(minuteOf(0), -1) });
    expect(await loan.journals()).toEqual([...journals, "REVERSAL"]);
    expect((await loan.figures()).paid).toBe(200_000);
  });

  test("of a deduction of another loan is held: it is not this one's", async () => {
    const [one, other] = await Promise.all([servicedLoan(market.test), servicedLoan(market.test)]);
    await one.deduct(1_000_000, { reference: "shared-name" });
    await other.reverse("shared-name", 1_000_000);
    expect((await one.figures()).paid).toBe(1_000_000);
    expect(await other.figures()).toEqual(outset);
  });

  test("of what was refunded already is owed by the merchant, beside the loan", async () => {
    const loan = await servicedLoan(market.test, { principal: 1_000, interest: 100, tenorDays: 30 });
    await loan.deduct(1_100, { reference: "all" });
    await loan.deduct(400, { reference: "too-much" });
    await refund(loan, 400, minuteOf(3));
    expect(await loan.accounts()).toEqual({ CASH: 100, INTEREST_INCOME: -100 });
    await loan.reverse("too-much", 400, { now: minuteOf(4) });
    expect(await loan.figures()).toMatchObject({ status: "ACTIVE", paid: 700, overpaid: 0, receivable: 0 });
    await loan.reverse("all", 1_100, { now: minuteOf(5) });
    expect(await loan.figures()).toMatchObject({ status: "ACTIVE", paid: 0, principal: 1_000, receivable: 400 });
    expect(await loan.accounts()).toMatchObject({ CASH: -1_400, REFUND_RECEIVABLE: 400 });
    // The next deduction covers the refund first.
    await loan.deduct(500, { now: minuteOf(6) });
    expect(await loan.figures()).toMatchObject({ paid: 100, receivable: 0 });
    expect(await loan.eventTypes()).toEqual(["loan.completed", "loan.reopened"]);
  });
});
