import { describe, expect, test } from "vitest";
import { kobo, minus, plus, zero } from "@/lib/kernel/money";
import { fc } from "@/test/proof";
import { balancesOf, type Figures, overpaid } from "./balances";
import { afterRefund } from "./refund";

const amounts = fc.integer({ min: -5_000, max: 20_000 }).map(kobo);
const figures: fc.Arbitrary<Figures> = fc
  .record({
    principal: fc.integer({ min: 1, max: 9_000 }).map(kobo),
    interest: fc.nat(900).map(kobo),
    received: amounts,
    held: amounts,
    disbursed: fc.boolean(),
  })
  .map((some) => ({
    ...some,
    received: some.disbursed ? some.received : zero,
    portions: [{ amount: plus(some.principal, some.interest), interest: some.interest }],
    receivedAtWriteOff: null,
  }));

test("a refund of what is owed takes exactly that, and no more is owed", () => {
  fc.assert(
    fc.property(figures, (before) => {
      const amount = overpaid(before);
      const after = { ...before, ...afterRefund(before, amount) };
      expect(overpaid(after)).toBe(0);
      expect(balancesOf(after)).toEqual({
        ...balancesOf(before),
        CASH: balancesOf(before).CASH - amount,
        OVERPAYMENT: 0,
      });
    }),
  );
});

test("whatever was reversed meanwhile, the money that went out is booked", () => {
  fc.assert(
    fc.property(figures, fc.nat(9_000).map(kobo), (before, amount) => {
      const { received, held } = afterRefund(before, amount);
      expect(received + held).toBe(before.received + before.held - amount);
    }),
  );
});

test("without anything held, refund and reversal come to the same in either order", () => {
  fc.assert(
    fc.property(figures, fc.nat(9_000).map(kobo), (some, reversed) => {
      const before = { ...some, held: zero };
      const amount = overpaid(before);
      const reversal = before.disbursed
        ? { received: minus(before.received, reversed) }
        : { held: minus(before.held, reversed) };
      const refundFirst = afterRefund(before, amount);
      const refundLast = afterRefund({ ...before, ...reversal }, amount);
      const { received, held } = before.disbursed
        ? { received: refundFirst.received - reversed, held: refundFirst.held }
        : { received: refundFirst.received, held: refundFirst.held - reversed };
      expect(refundLast).toEqual({ received, held });
    }),
  );
});

describe("where a refund comes from", () => {
  /**
   * A loan of 1,000 kobo plus 90 of interest that has received 1,590: 500 overpaid; another 300 held without a debt.
   */
  const paid: Figures = {
    ...{
      principal: kobo(1_000),
      interest: kobo(90),
      portions: [{ amount: kobo(1_090), interest: kobo(90) }],
      disbursed: true,
    },
    ...{ received: kobo(1_590), held: kobo(300), receivedAtWriteOff: null },
  };

  test.each([
    ["out of what exceeds the debt", 400, { received: 1_190, held: 300 }],
    ["all of it", 500, { received: 1_090, held: 300 }],
    ["then out of what is held", 650, { received: 1_090, held: 150 }],
    ["to the last of it", 800, { received: 1_090, held: 0 }],
    ["then out of the loan's own deductions", 900, { received: 990, held: 0 }],
  ])("%s", (_, amount, after) => {
    expect(afterRefund(paid, kobo(amount))).toEqual(after);
  });

  test("where there is no debt, out of what is held, even when less is left of it", () => {
    const undisbursed = { ...paid, disbursed: false, received: zero };
    expect(afterRefund(undisbursed, kobo(200))).toEqual({ received: 0, held: 100 });
    expect(afterRefund(undisbursed, kobo(450))).toEqual({ received: 0, held: -150 });
  });
});
