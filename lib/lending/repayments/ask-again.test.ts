import { beforeAll, describe, expect, test } from "vitest";
import { decideBreak } from "@/lib/lending/reconciliation/breaks/decide-break";
import { breakMessage } from "@/lib/lending/reconciliation/breaks/messages";
import { useDatabase } from "@/test/database";
import { sandboxActor } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { payLoan, takeBackPayment } from "@/test/factories/payment";
import { type ServicedLoan, servicedLoan } from "@/test/factories/serviced-loan";

useDatabase();

const big = { principal: 100_000_000, interest: 9_000_000 };
const due = big.principal + big.interest;

let market: TestMarketplace;
beforeAll(async () => {
  market = await createMarketplace();
});

/** ₦10 is reported, ₦100,010 counted as paid, and the ₦100,000 comes. */
async function madeGood(): Promise<ServicedLoan> {
  const loan = await servicedLoan(market.test, big);
  await loan.deduct(1_000, { reference: "first", balance: [due, 10_001_000] });
  await loan.deduct(10_000_000, { reference: "cover", balance: [due, 10_001_000] });
  expect(await loan.breaks()).toMatchObject([{ type: "MISSING", resolution: "ARRIVED" }]);
  return loan;
}

/** What waits of its breaks, and what was counted as paid and is not. */
async function waiting(loan: ServicedLoan) {
  const open = (await loan.breaks()).filter(({ status }) => status !== "RESOLVED");
  return open.map(({ type, status, expected, actual }) => [type, status, (actual ?? 0) - (expected ?? 0)]);
}

describe("what was missing of a balance, came and is taken back", () => {
  test("is missing again, part by part, until it comes", async () => {
    const loan = await madeGood();
    await loan.reverse("cover", 4_000_000);
    expect(await waiting(loan)).toEqual([["MISSING", "OPEN", 4_000_000]]);
    await loan.reverse("cover", 6_000_000);
    const [, again] = await loan.breaks();
    expect(again).toMatchObject({ expected: 6_001_000, actual: 10_001_000 });
    expect(breakMessage({ owed: null, ...again } as Parameters<typeof breakMessage>[0])).toContain(
      "took back ₦40,000.00. ₦60,010.00 is paid. Report the missing ₦40,000.00",
    );
    await loan.deduct(9_000_000, { balance: [due, 9_001_000] });
    expect(await waiting(loan)).toMatchObject([["MISSING", "OPEN", 4_000_000]]);
    await loan.deduct(1_000_000, { balance: [due, 10_001_000] });
    expect(await waiting(loan)).toEqual([]);
    // Of what ended the first, of which some is left.
    expect((await loan.row()).balanceDisputed).toBe(false);
  });

  test("is missing however much was deducted since, and whichever of the deductions is reversed", async () => {
    const loan = await madeGood();
    await loan.deduct(50_000_000, { reference: "later" });
    await loan.reverse("later", 1_000_000);
    await loan.reverse("first", 1_000);
    expect(await waiting(loan)).toEqual([]);
    await loan.reverse("cover", 10_000_000);
    expect(await waiting(loan)).toEqual([["MISSING", "OPEN", 10_000_000]]);
  });

  test("is missing again after it was made good again, of either", async () => {
    const loan = await madeGood();
    await loan.reverse("cover", 4_000_000);
    await loan.deduct(4_000_000, { reference: "cover-2", balance: [due, 10_001_000] });
    await loan.reverse("cover", 1_000_000);
    expect(await waiting(loan)).toEqual([["MISSING", "OPEN", 1_000_000]]);
    await loan.deduct(1_000_000, { balance: [due, 10_001_000] });
    await loan.reverse("cover-2", 4_000_000);
    expect(await waiting(loan)).toEqual([["MISSING", "OPEN", 4_000_000]]);
  });

  test("is for an operator where the balance does not count it either, and what was decided stays so", async () => {
    const loan = await madeGood();
    const { id } = await loan.reverse("cover", 4_000_000, { reference: "back", balance: [due, 6_001_000] });
    expect(await waiting(loan)).toEqual([["MISSING", "ANSWERED", 4_000_000]]);
    const [, again] = await loan.breaks();
    const about = { answeredExpected: 6_001_000, answeredActual: 10_001_000, answeredBy: id };
    expect(again).toMatchObject({ repaymentEventId: id, answerReason: "DEDUCTED_WRONGLY", ...about });
    const input = { resolution: "ACCEPTED", note: "It was returned." } as const;
    await decideBreak({ actor: sandboxActor(market.test), breakId: again?.id ?? "", input, now: loan.tick() });
    await loan.deduct(1_000, { balance: [due, 6_002_000] });
    expect(await waiting(loan)).toEqual([]);
    await loan.reverse("cover", 6_000_000, { balance: [due, 6_002_000] });
    expect(await waiting(loan)).toEqual([["MISSING", "OPEN", 6_000_000]]);
  });

  test("was more than was missing: only what it lacks now", async () => {
    const loan = await servicedLoan(market.test, big);
    await loan.deduct(1_000, { balance: [due, 5_000] });
    await loan.deduct(3_000, { reference: "one" });
    await loan.deduct(3_000, { reference: "two", balance: [due, 7_000] });
    await loan.reverse("two", 2_000);
    expect(await waiting(loan)).toEqual([]);
    await loan.reverse("one", 1_000);
    expect(await waiting(loan)).toEqual([["MISSING", "OPEN", 1_000]]);
  });

  test("lacks nothing of a payment that the bank took back since", async () => {
    const loan = await servicedLoan(market.test, big);
    const paymentId = await payLoan(market.test, loan.loan.id, { amount: 3_000, now: loan.tick() });
    await loan.deduct(1_000, { balance: [due, 8_000] });
    await loan.deduct(3_000, { reference: "one" });
    await loan.deduct(3_000, { reference: "two", balance: [due, 10_000] });
    await takeBackPayment(paymentId, loan.tick());
    await loan.reverse("one", 1_000);
    expect(await waiting(loan)).toEqual([]);
    await loan.reverse("one", 2_000);
    expect(await waiting(loan)).toEqual([["MISSING", "OPEN", 1_000]]);
  });
});

test("a reversal of a loan whose balance missed nothing raises nothing", async () => {
  const loan = await servicedLoan(market.test, big);
  await loan.deduct(10_000, { reference: "one", balance: [due, 10_000] });
  await loan.reverse("one", 4_000);
  await loan.reverse("one", 6_000, { balance: [due, 0] });
  expect(await loan.breaks()).toEqual([]);
});

test("what the merchant pays itself is none of what its marketplace counted", async () => {
  const loan = await servicedLoan(market.test, big);
  await loan.deduct(1_000, { balance: [due, 10_001_000] });
  await payLoan(market.test, loan.loan.id, { amount: 10_000_000, now: loan.tick() });
  await loan.deduct(1, { balance: [due, 10_001_001] });
  expect(await loan.breaks()).toMatchObject([
    { type: "MISSING", status: "OPEN", expected: 10_001_000, actual: 20_001_000 },
  ]);
  await loan.deduct(9_999_999, { balance: [due, 20_001_000] });
  expect(await loan.breaks()).toMatchObject([{ status: "RESOLVED", resolution: "ARRIVED" }]);
});
