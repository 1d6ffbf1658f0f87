import { beforeAll, describe, expect, test } from "vitest";
import { day, later } from "@/lib/kernel/calendar";
import { breakMessage } from "@/lib/lending/reconciliation/breaks/messages";
import { defaultLoan } from "@/lib/lending/servicing/default-loan";
import { writeOffLoan } from "@/lib/lending/servicing/write-off-loan";
import { useDatabase } from "@/test/database";
import { undisbursedLoan, usualLoan } from "@/test/factories/disbursed-loan";
import { sandboxActor } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { payLoan, takeBackPayment } from "@/test/factories/payment";
import { deductedEvent, failedEvent } from "@/test/factories/repayment";
import { minuteOf, ServicedLoan, servicedLoan } from "@/test/factories/serviced-loan";

useDatabase();

const { due, principal } = usualLoan;
const tried = { reference: "try", amount: 1 };
const figures = (owed: number, paid: number) => ({ due: owed, paid, outstanding: owed - paid });

let market: TestMarketplace;
beforeAll(async () => {
  market = await createMarketplace();
});

describe("the balance that is reported with a repayment", () => {
  test("that agrees says nothing; before the repayments that are still on their way it agrees as well", async () => {
    const loan = await servicedLoan(market.test);
    const later = { reference: "second", at: minuteOf(2), balance: [due, 300_000] } as const;
    const earlier = { reference: "first", at: minuteOf(1), balance: [due, 100_000] } as const;
    await loan.deduct(200_000, { ...later, balance: [due, 200_000] });
    await loan.deduct(100_000, { ...earlier, balance: [due, 100_000] });
    expect(await loan.breakTypes()).toEqual([]);
    await loan.deduct(400_000, { reference: "fourth", at: minuteOf(4), balance: [due, 700_000] });
    await loan.reverse("first", 50_000, { at: minuteOf(3), balance: [due, 250_000] });
    expect(await loan.breakTypes()).toEqual([]);
  });

  test("that is told late agrees with a payment that the bank had not taken back by then, and with its reversal", async () => {
    const loan = await servicedLoan(market.test);
    const paymentId = await payLoan(market.test, loan.loan.id, { amount: 500_000, now: minuteOf(1) });
    await takeBackPayment(paymentId, minuteOf(3));
    const told = { now: minuteOf(10), at: minuteOf(2) };
    await loan.deduct(100_000, { ...told, reference: "between", balance: [due, 600_000] });
    await loan.deduct(100_000, { ...told, at: minuteOf(4), reference: "after", balance: [due, 200_000] });
    expect(await loan.breakTypes()).toEqual([]);
    await loan.deduct(100_000, { now: minuteOf(11), at: minuteOf(5), balance: [due, 800_000] });
    expect(await loan.breakTypes()).toEqual(["MISSING OPEN"]);
  });

  test("with more paid than we know of: something is missing, until it has come", async () => {
    const loan = await servicedLoan(market.test);
    const { id } = await loan.deduct(200_000, { reference: "second", at: minuteOf(2), balance: [due, 300_000] });
    expect(await loan.breaks()).toMatchObject([
      {
        type: "MISSING",
        status: "OPEN",
        merchantId: loan.loan.merchantId,
        repaymentEventId: id,
        expected: 200_000,
        actual: 300_000,
        evidence: {
          about: "loan-balance",
          reported: { totalDue: 109_000, totalPaid: 3_000, outstanding: 106_000 },
          ledger: { totalDue: 109_000, totalPaid: 2_000, outstanding: 107_000 },
          afterReference: "second",
        },
      },
    ]);
    expect((await loan.row()).balanceDisputed).toBe(true);
    await loan.deduct(100_000, { reference: "first", at: minuteOf(1) });
    expect(await loan.breakTypes()).toEqual(["MISSING OPEN"]);
    await loan.deduct(50_000, { reference: "third", at: minuteOf(3), balance: [due, 350_000] });
    expect((await loan.breaks()).map(({ status, resolution }) => [status, resolution])).toEqual([
      ["RESOLVED", "ARRIVED"],
    ]);
    expect((await loan.row()).balanceDisputed).toBe(false);
  });

  test("what was counted as paid is missing until that much has come, whatever is counted later", async () => {
    const loan = await servicedLoan(market.test);
    await loan.deduct(1_000, { balance: [due, 10_001_000] });
    await loan.deduct(1, { balance: [due, 1_001] });
    expect(await loan.breaks()).toMatchObject([{ type: "MISSING", status: "OPEN", actual: 10_001_000 }]);
    await loan.deduct(1, { balance: [due, 2_000] });
    expect(await loan.breaks()).toMatchObject([{ type: "MISSING", expected: 1_002, actual: 10_001_000 }]);
    await loan.deduct(1, { balance: [due, 1] });
    expect(await loan.breakTypes()).toEqual(["MISSING OPEN", "AMOUNT OPEN"]);
    await loan.deduct(9_999_997, { balance: [due, 10_001_000] });
    expect(await loan.breakTypes()).toEqual(["MISSING RESOLVED", "AMOUNT RESOLVED"]);
  });

  test.each([
    { what: "another debt", balance: { due: due + 1, paid: 3_000, outstanding: due - 3_000 } },
    { what: "a debt of nothing", balance: { due: 100, paid: 3_000, outstanding: 0 }, most: due },
    { what: "as much outstanding as before", balance: { due, paid: 3_000, outstanding: due - 1_000 } },
    { what: "less outstanding alone", balance: { due, paid: 1_000, outstanding: due - 3_000 } },
    { what: "less of a debt alone", balance: { due: due - 2_000, paid: 1_000, outstanding: due - 3_000 } },
    { what: "less outstanding and less paid", balance: { due, paid: 0, outstanding: due - 3_000 } },
    { what: "more than the debt", balance: { due, paid: due + 3_000, outstanding: 0 }, most: due + 3_000 },
  ])(
    "that counts as paid what was not reported, with $what: missing, until it comes",
    async ({ balance, most = 3_000 }) => {
      const loan = await servicedLoan(market.test);
      const now = loan.tick();
      await loan.send(deductedEvent(loan.named, { reference: "one", amount: 1_000, at: now, balance }), now);
      expect(await loan.breaks()).toMatchObject([{ type: "MISSING", expected: 1_000, actual: most }]);
      await loan.deduct(1, { balance: [due, 1_001] });
      expect(await loan.breakTypes()).toEqual(["MISSING OPEN"]);
      await loan.deduct(most - 1_001, { balance: [due, Math.min(most, due)] });
      expect(await loan.breakTypes()).toEqual(["MISSING RESOLVED"]);
      expect((await loan.row()).balanceDisputed).toBe(false);
    },
  );

  test.each([
    { what: "another debt", balance: { due: due + 1, paid: 100_000, outstanding: due - 99_999 } },
    { what: "less paid", balance: { due, paid: 100_000, outstanding: due - 100_000 } },
    { what: "sums that do not add up", balance: { due, paid: 100_000, outstanding: due } },
    { what: "less paid of more", balance: { due: due + 100, paid: 100_000, outstanding: due } },
  ])(
    "with $what: a break about amounts, reported once, never refused, and over when they agree",
    async ({ balance }) => {
      const loan = await servicedLoan(market.test);
      for (const reference of ["one", "two"]) {
        const now = loan.tick();
        const event = deductedEvent(loan.named, { reference, amount: 100_000, at: minuteOf(1), balance });
        await loan.send({ ...event, eventId: `${loan.loan.id}-${reference}` }, now);
      }
      expect((await loan.figures()).paid).toBe(200_000);
      expect(await loan.breakTypes()).toEqual(["AMOUNT OPEN"]);
      await loan.deduct(1, { at: minuteOf(1), balance: [due, 200_001] });
      expect(await loan.breakTypes()).toEqual(["AMOUNT RESOLVED"]);
    },
  );

  test("that is late and right for its time neither raises a break nor ends one", async () => {
    const loan = await servicedLoan(market.test);
    await loan.deduct(100_000, { reference: "one", at: minuteOf(1), balance: [due, 100_000] });
    await loan.deduct(100_000, { reference: "three", at: minuteOf(3), balance: [due, 300_000] });
    expect(await loan.breakTypes()).toEqual(["MISSING OPEN"]);
    await loan.send(
      failedEvent(loan.named, {
        reference: "try",
        amount: 1,
        at: minuteOf(2),
        balance: { due, paid: 100_000, outstanding: due - 100_000 },
      }),
    );
    expect(await loan.breakTypes()).toEqual(["MISSING OPEN"]);
    await loan.deduct(100_000, { reference: "two", at: minuteOf(2), balance: [due, 200_000] });
    expect(await loan.breakTypes()).toEqual(["MISSING OPEN"]);
  });

  test("of several that come at once: the last one counts, whichever it is", async () => {
    const loan = await servicedLoan(market.test);
    // Deducted in the same minute, so no earlier balance is right for its time.
    const tell = (number: number, paid: number) =>
      loan.deduct(1_000, { reference: `at-once-${number}`, at: minuteOf(1), now: minuteOf(2), balance: [due, paid] });
    await Promise.all([tell(1, 7), tell(2, 2_000)]);
    const open = async () => (await loan.breaks()).filter(({ status }) => status === "OPEN").length;
    expect([await open(), (await loan.row()).balanceDisputed]).toEqual([0, false]);
    await tell(3, 7);
    expect([await open(), (await loan.row()).balanceDisputed]).toEqual([1, true]);
    await Promise.all([tell(4, 4_000), tell(5, 7)]);
    expect([await open(), (await loan.row()).balanceDisputed]).toEqual([1, true]);
    await tell(6, 6_000);
    expect([await open(), (await loan.row()).balanceDisputed]).toEqual([0, false]);
  });

  test("after a write-off may tell what is missing, or that nothing is outstanding, as the status does", async () => {
    const loan = await servicedLoan(market.test);
    const call = { actor: sandboxActor(market.test), loanId: loan.loan.id, now: minuteOf(1) };
    await defaultLoan({ ...call, input: { reason: "DECIDED" } });
    await writeOffLoan({ ...call, input: { reason: "The business has closed." } });
    const tell = (paid: number, left: number) => {
      const balance = { due, paid, outstanding: left };
      const now = loan.tick();
      return loan.send(deductedEvent(loan.named, { reference: `${paid}`, amount: 100_000, at: now, balance }), now);
    };
    await tell(100_000, 0);
    await tell(200_000, due - 200_000);
    expect(await loan.breakTypes()).toEqual([]);
    await tell(300_000, due - 299_999);
    expect(await loan.breakTypes()).toEqual(["AMOUNT OPEN"]);
    await tell(400_000, 0);
    expect(await loan.breakTypes()).toEqual(["AMOUNT RESOLVED"]);
    await tell(500_000, due - 600_000);
    expect((await loan.breakTypes()).at(-1)).toBe("MISSING OPEN");
  });

  test("counts no excess as paid, and misses none", async () => {
    const loan = await servicedLoan(market.test);
    await loan.deduct(due + 5_000, { reference: "all", balance: [due, due] });
    expect(await loan.breakTypes()).toEqual([]);
    const tell = (paid: number, now = loan.tick()) =>
      loan.send(failedEvent(loan.named, { ...tried, at: now, balance: { due, paid, outstanding: 0 } }), now);
    await tell(due + 5_000);
    expect(await loan.breakTypes()).toEqual(["AMOUNT OPEN"]);
    await tell(due + 5_001);
    expect(await loan.breakTypes()).toEqual(["AMOUNT OPEN", "MISSING OPEN"]);
  });

  test("misses nothing of a loan that owes nothing yet", async () => {
    const { tenant, loan } = await servicedLoan(market.test);
    const never = new ServicedLoan(tenant, await undisbursedLoan(tenant, { merchantId: loan.merchantId }, "CANCELLED"));
    await never.deduct(7_000, { balance: [due, 7_000] });
    expect((await never.breakTypes()).sort()).toEqual(["AMOUNT OPEN", "WRONG_LOAN OPEN"]);
  });

  test("may leave out interest that is owed again after a cooling-off, until its marketplace can know of it", async () => {
    const loan = await servicedLoan(market.test, { disbursedAt: later(minuteOf(0), -2 * day) });
    await loan.deduct(100_000, { reference: "one", balance: [due, 100_000] });
    const ended = { amount: principal - 100_000, coolingOff: true, now: loan.tick() };
    await payLoan(market.test, loan.loan.id, ended);
    const before = loan.tick();
    await loan.reverse("one", 40_000, { balance: [principal, principal - 40_000] });
    await loan.send(
      failedEvent(loan.named, { ...tried, at: before, balance: figures(principal, principal) }),
      loan.tick(),
    );
    expect(await loan.breakTypes()).toEqual([]);
    await loan.deduct(1, { balance: [principal, principal - 39_999] });
    expect(await loan.breakTypes()).toEqual(["AMOUNT OPEN"]);
    await loan.deduct(1, { balance: [principal, principal - 30_000] });
    expect(await loan.breaks()).toMatchObject([{}, { type: "MISSING", actual: principal - 30_000 }]);
  });

  test.each([
    {
      type: "MISSING",
      balance: { due: due - 1, paid: 1_000_00, outstanding: due - 1_500_00 },
      says: [
        "has ₦107,500.00 outstanding of ₦109,000.00, as if ₦1,500.00 were paid; ₦1,000.00 was reported",
        "total_paid is ₦1,500.00 and whose total_due is ₦109,000.00: the break then ends",
      ],
      differs: ["totalDue", "outstanding"],
    },
    {
      type: "AMOUNT",
      balance: { due: due + 1, paid: 1_000_00, outstanding: due - 1_000_00 },
      says: ["differs from ours: total_due is ₦109,000.00 by our books, ₦109,000.01 by yours. Compare"],
      differs: ["totalDue"],
    },
  ])("$type names the figures that differ", async ({ type, balance, says, differs }) => {
    const loan = await servicedLoan(market.test);
    const at = loan.tick();
    await loan.send(deductedEvent(loan.named, { reference: "one", amount: 1_000_00, at, balance }), at);
    const [found] = await loan.breaks();
    expect(found).toMatchObject({ type, evidence: { differs } });
    const message = breakMessage({ owed: null, ...found } as Parameters<typeof breakMessage>[0]);
    for (const words of says) expect(message).toContain(words);
  });
});
