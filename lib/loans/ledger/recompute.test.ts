import { describe, expect, test } from "vitest";
import { kobo } from "@/lib/kernel/money";
import { type OracleLoan, oracle } from "@/test/oracles/loan-oracle";
import { fc } from "@/test/proof";
import { outstanding, overpaid, recovered, refundReceivable, totalPaid, writtenOff } from "./balances";
import {
  type Agreed,
  allocate,
  decisionsOf,
  incomeOf,
  type LoanTransaction,
  netDeductions,
  recompute,
  refundOf,
  takenBy,
} from "./recompute";

const loan: OracleLoan = {
  principal: 100_000,
  interest: 9_001,
  installments: [
    { amount: 36_333, interest: 3_000 },
    { amount: 36_333, interest: 3_000 },
    { amount: 36_335, interest: 3_001 },
  ],
};
const agreed: Agreed = {
  principal: kobo(loan.principal),
  interest: kobo(loan.interest),
  portions: loan.installments.map(({ amount, interest }) => ({ amount: kobo(amount), interest: kobo(interest) })),
};
const moment = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 1_000);

const anyFact = fc.record({
  isDeduction: fc.boolean(),
  of: fc.nat(7),
  amount: fc.integer({ min: 1, max: 60_000 }).map(kobo),
  at: fc.nat(20),
});

/** Deductions and reversals, including some whose deduction never arrives; each deduction has its own reference. */
const facts = fc.array(anyFact, { minLength: 1, maxLength: 16 }).map((drawn) => {
  const made = drawn.map(({ isDeduction, of, amount, at }, i): LoanTransaction => {
    const common = { id: `rep_${i}`, occurredAt: moment(at), recordedAt: moment(i), amount };
    return isDeduction
      ? { ...common, kind: "DEDUCTION", reference: `ded-${of}`, owed: true }
      : { ...common, kind: "REVERSAL", reference: `rev-${i}`, originalReference: `ded-${of}` };
  });
  return made.filter(
    (fact, i) =>
      fact.kind !== "DEDUCTION" ||
      made.findIndex((other) => other.kind === "DEDUCTION" && other.reference === fact.reference) === i,
  );
});

const disbursement: LoanTransaction = {
  id: "jrn_1",
  kind: "DISBURSEMENT",
  occurredAt: moment(-1),
  recordedAt: moment(-1),
};

function byOracle(known: readonly LoanTransaction[]) {
  return oracle(loan, {
    deductions: known.flatMap((fact) =>
      fact.kind === "DEDUCTION" ? [{ reference: fact.reference, amount: fact.amount, at: fact.occurredAt }] : [],
    ),
    reversals: known.flatMap((fact) =>
      fact.kind === "REVERSAL"
        ? [{ reference: fact.reference, of: fact.originalReference, amount: fact.amount, at: fact.occurredAt }]
        : [],
    ),
    refunds: known.flatMap((fact) => (fact.kind === "REFUND" ? [fact.amount] : [])),
  });
}

test("comes to what carrying the money by hand comes to, in whatever order the facts became known", () => {
  const shuffled = facts.chain((made) => fc.shuffledSubarray(made, { minLength: made.length }));
  fc.assert(
    fc.property(shuffled, (known) => {
      const figures = recompute(agreed, [disbursement, ...known]);
      const expected = byOracle(known);
      expect(totalPaid(figures)).toBe(expected.paid);
      expect(outstanding(figures)).toMatchObject({
        principal: expected.outstandingPrincipal,
        interest: expected.outstandingInterest,
      });
      expect(overpaid(figures)).toBe(expected.overpaid);
      const effective = netDeductions(known).flatMap(({ reversals }) => reversals.map(({ reference }) => reference));
      expect(effective.toSorted()).toEqual(expected.effective.toSorted());
    }),
  );
});

test("what the deductions pay adds up to what is paid, with refunds of what was too much and reversals after them", () => {
  fc.assert(
    fc.property(facts, fc.nat(16), (made, place) => {
      const before = recompute(agreed, [disbursement, ...made.slice(0, place)]);
      const refund: LoanTransaction = {
        ...{ id: "jrn_2", kind: "REFUND", amount: overpaid(before) },
        ...{ occurredAt: moment(30), recordedAt: moment(30) },
      };
      const known = [disbursement, ...made.slice(0, place), refund, ...made.slice(place)];
      const figures = recompute(agreed, known);
      const expected = byOracle(known);
      expect(totalPaid(figures)).toBe(expected.paid);
      expect(overpaid(figures)).toBe(expected.overpaid);
      expect(refundReceivable(figures)).toBe(expected.receivable);
      const paid = [...allocate(figures, incomeOf(known)).values()];
      expect(paid.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(totalPaid(figures));
      for (const { from, to } of paid) expect(to).toBeGreaterThanOrEqual(from);
    }),
  );
});

test("what was decided stays: a deduction that becomes known after the write-off is a recovery", () => {
  const deduction = (id: string, at: number): LoanTransaction => ({
    ...{ id, kind: "DEDUCTION", reference: id, amount: kobo(10_000), owed: true },
    ...{ occurredAt: moment(at), recordedAt: moment(9) },
  });
  const writeOff: LoanTransaction = { id: "jrn_3", kind: "WRITE_OFF", occurredAt: moment(5), recordedAt: moment(5) };
  const figures = recompute(agreed, [disbursement, deduction("ded-1", 1), writeOff, deduction("ded-2", 2)]);
  expect(figures).toMatchObject({ received: 20_000, receivedAtWriteOff: 10_000 });
});

test("what is reversed of a deduction from before the write-off makes the loss larger, and leaves recoveries alone", () => {
  const at = (n: number) => ({ occurredAt: moment(n), recordedAt: moment(n) });
  const deduction = (id: string, n: number): LoanTransaction => ({
    ...{ id, kind: "DEDUCTION", reference: id, amount: kobo(10_000), owed: true, ...at(n) },
  });
  const reversal = (of: string, n: number): LoanTransaction => ({
    ...{
      id: `rev-${of}`,
      kind: "REVERSAL",
      reference: `rev-${of}`,
      originalReference: of,
      amount: kobo(10_000),
      ...at(n),
    },
  });
  const lost: LoanTransaction[] = [
    ...[disbursement, deduction("old", 1), deduction("older", 2)],
    ...[{ id: "jrn_3", kind: "WRITE_OFF", ...at(3) } as const, deduction("new", 4)],
  ];
  const was = recompute(agreed, lost);
  expect([recovered(was), writtenOff(was)]).toEqual([10_000, 79_001]);
  const more = recompute(agreed, [...lost, reversal("old", 5)]);
  expect([recovered(more), writtenOff(more)]).toEqual([10_000, 89_001]);
  const less = recompute(agreed, [...lost, reversal("new", 5)]);
  expect([recovered(less), writtenOff(less)]).toEqual([0, 89_001]);
});

describe("money that came where there was no debt", () => {
  const deduction = (id: string, amount: number, at: number, owed = false): LoanTransaction => ({
    ...{ id, kind: "DEDUCTION", reference: id, amount: kobo(amount), owed },
    ...{ occurredAt: moment(at), recordedAt: moment(at) },
  });
  const refund = (id: string, amount: number, at: number): LoanTransaction => ({
    ...{ id, kind: "REFUND", amount: kobo(amount) },
    ...{ occurredAt: moment(at), recordedAt: moment(at) },
  });

  test("is held, and pays nothing of the loan", () => {
    const known = [disbursement, deduction("ded-1", 7_000, 1), deduction("ded-2", 4_000, 2, true)];
    const figures = recompute(agreed, known);
    expect(figures).toMatchObject({ disbursed: true, received: 4_000, held: 7_000 });
    const paid = allocate(figures, incomeOf(known));
    expect([...paid]).toEqual([["ded-2", { from: 0, to: 4_000 }]]);
  });

  test("of a loan that was never paid out is held too, and goes back from there", () => {
    const known = [
      deduction("ded-1", 7_000, 1),
      refund("jrn_1", 5_000, 2),
      deduction("ded-2", 1_000, 3),
      refund("jrn_2", 3_000, 4),
    ];
    expect(recompute(agreed, known)).toMatchObject({ disbursed: false, received: 0, held: 0 });
    expect(recompute(agreed, known.slice(0, 2))).toMatchObject({ held: 2_000 });
    expect([...decisionsOf(agreed, known)]).toEqual([
      ["jrn_1", { received: 0, held: -5_000 }],
      ["jrn_2", { received: 0, held: -3_000 }],
    ]);
  });
});

describe("what else happens to a loan", () => {
  const at = (n: number) => ({ occurredAt: moment(n), recordedAt: moment(n) });
  const deduction = (id: string, amount: number, n: number, owed = true): LoanTransaction => ({
    ...{ id, kind: "DEDUCTION", reference: id, amount: kobo(amount), owed, ...at(n) },
  });
  const payment = (id: string, amount: number, n: number): LoanTransaction => ({
    ...{ id, kind: "PAYMENT", reference: id, source: "DIRECT", amount: kobo(amount), ...at(n) },
  });
  const takenBack = (paymentId: string, amount: number, n: number): LoanTransaction => ({
    ...{ id: `jrn_${n}`, kind: "DEBIT_REVERSED", paymentId, amount: kobo(amount), ...at(n) },
  });
  const refund = (payoutId: string | null, amount: number, n: number): LoanTransaction => ({
    ...{ id: `jrn_${n}`, kind: "REFUND", payoutId, amount: kobo(amount), ...at(n) },
  });
  const cameBack = (payoutId: string | null, amount: number, n: number): LoanTransaction => ({
    ...{ id: `jrn_${n}`, kind: "REFUND_REVERSED", payoutId, amount: kobo(amount), ...at(n) },
  });
  type Plain = Exclude<
    LoanTransaction["kind"],
    "DEDUCTION" | "REVERSAL" | "REFUND" | "REFUND_REVERSED" | "PAYMENT" | "DEBIT_REVERSED"
  >;
  const event = (kind: Plain, n: number): LoanTransaction => ({ id: `jrn_${n}`, kind, ...at(n) });

  test("a payment repays as a deduction does, until its bank takes all of it back", () => {
    const known = [disbursement, deduction("ded-1", 4_000, 1), payment("pay-1", 6_000, 2), payment("pay-2", 500, 3)];
    expect(recompute(agreed, known)).toMatchObject({ received: 10_500, held: 0 });
    const after = [...known, takenBack("pay-1", 6_000, 4)];
    expect(recompute(agreed, after)).toMatchObject({ received: 4_500, held: 0 });
    expect(incomeOf(after).map(({ id, net }) => [id, net])).toEqual([
      ["ded-1", 4_000],
      ["pay-1", 0],
      ["pay-2", 500],
    ]);
  });

  test("what repays stands in the order in which it happened, and in that of references where that is one moment", () => {
    const known = [disbursement, payment("b", 1, 2), deduction("c", 2, 2), payment("a", 3, 2), deduction("d", 4, 1)];
    expect(incomeOf(known).map(({ reference }) => reference)).toEqual(["d", "a", "b", "c"]);
    expect(incomeOf([...known].reverse()).map(({ reference }) => reference)).toEqual(["d", "a", "b", "c"]);
    const paid = allocate(recompute(agreed, known), incomeOf(known));
    expect(paid.get("c")).toEqual({ from: 8, to: 10 });
  });

  test("no more is allocated than is owed", () => {
    const due = loan.principal + loan.interest;
    const known = [
      disbursement,
      deduction("ded-1", due - 1_000, 1),
      payment("pay-1", 5_000, 2),
      payment("pay-2", 7, 3),
    ];
    const paid = allocate(recompute(agreed, known), incomeOf(known));
    expect([...paid.values()]).toEqual([
      { from: 0, to: due - 1_000 },
      { from: due - 1_000, to: due },
      { from: due, to: due },
    ]);
  });

  test("a refund that comes back is owed again, where it was taken from", () => {
    const due = loan.principal + loan.interest;
    const known = [disbursement, deduction("ded-1", due + 700, 1), deduction("ded-2", 300, 2, false)];
    const before = recompute(agreed, known);
    expect(before).toMatchObject({ received: due + 700, held: 300 });
    const one = [...known, refund("pyt_1", 800, 3), refund("pyt_2", 200, 4)];
    expect(recompute(agreed, one)).toMatchObject({ received: due, held: 0 });
    expect(recompute(agreed, [...one, cameBack("pyt_1", 800, 5)])).toMatchObject({ received: due + 700, held: 100 });
    expect(recompute(agreed, [...one, cameBack("pyt_2", 200, 5)])).toMatchObject({ received: due, held: 200 });
    expect(recompute(agreed, [...one, cameBack("pyt_1", 800, 5), cameBack("pyt_2", 200, 6)])).toEqual(before);
  });

  test("a refund is known by its payout, and one that never went out cannot come back", () => {
    const known = [refund(null, 1, 1), refund("pyt_1", 1, 2), refund("pyt_2", 1, 3), cameBack("pyt_3", 1, 4)];
    expect(["pyt_1", "pyt_2", "pyt_3", null, undefined].map((id) => refundOf(known, id))).toEqual([
      ...["jrn_2", "jrn_3"],
      ...[undefined, undefined, undefined],
    ]);
    expect(() => takenBy(undefined, new Map())).toThrow("A refund came back that never went out.");
    expect(() => recompute(agreed, [disbursement, cameBack("pyt_3", 1, 4)])).toThrow(/never went out/);
  });

  test("cooling off waives the interest, for as long as it is not undone", () => {
    const cooled = [disbursement, event("COOLING_OFF", 1)];
    const bare = {
      principal: loan.principal,
      interest: 0,
      portions: loan.installments.map(({ amount, interest }) => ({ amount: amount - interest, interest: 0 })),
    };
    expect(recompute(agreed, cooled)).toMatchObject(bare);
    expect(recompute(agreed, [...cooled, event("COOLING_OFF_UNDONE", 2)])).toMatchObject(agreed);
    expect(recompute(agreed, [...cooled, event("COOLING_OFF_UNDONE", 2), event("COOLING_OFF", 3)])).toMatchObject(bare);
  });

  test("a payout that came back is with the lender until it is paid again; one that never arrives undoes the loan", () => {
    expect(recompute(agreed, [])).toMatchObject({ disbursed: false, returned: false });
    expect(recompute(agreed, [disbursement])).toMatchObject({ disbursed: true, returned: false });
    const back = [disbursement, event("PAYOUT_REVERSED", 1)];
    expect(recompute(agreed, back)).toMatchObject({ disbursed: true, returned: true });
    const again = [...back, event("PAID_AGAIN", 2)];
    expect(recompute(agreed, again)).toMatchObject({ disbursed: true, returned: false });
    expect(recompute(agreed, [...again, event("PAYOUT_REVERSED", 3)])).toMatchObject({ returned: true });
    const undone = [...back, event("NEVER_PAID_OUT", 2)];
    expect(recompute(agreed, undone)).toMatchObject({ disbursed: false, returned: false });
  });

  test("a loan that is undone after its write-off has no loss", () => {
    const lost = [disbursement, deduction("ded-1", 400, 1), event("WRITE_OFF", 2)];
    expect(recompute(agreed, lost)).toMatchObject({ received: 400, receivedAtWriteOff: 400 });
    expect(recompute(agreed, [...lost, event("NEVER_PAID_OUT", 3)])).toMatchObject({ receivedAtWriteOff: null });
  });
});
