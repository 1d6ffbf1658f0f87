import { describe, expect, test } from "vitest";
import { kobo } from "@/lib/kernel/money";
import {
  agreedAt,
  figuresByTotals,
  inRecordedOrder,
  type KeptJournal,
  type KeptPayment,
  type KeptReport,
} from "./loan-transactions";

/** The moment `n`, and an id generated then: ids of every kind sort by moment after their prefix. */
const moment = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 1_000);
const idAt = (prefix: string, n: number) => `${prefix}_${String(n).padStart(4, "0")}`;

/** A journal booked at a moment; without a report, the service's own. */
function journal(made: number, over: Partial<KeptJournal> = {}): KeptJournal {
  const when = { occurredAt: moment(made), recordedAt: moment(made) };
  const base = { id: idAt("jrn", made), number: made, source: null, repaymentEventId: null, paymentId: null };
  return { ...base, ...when, type: "INTEREST", entries: [], ...over };
}

/** A deduction of 500 kobo, reported and stored at a moment. */
function report(made: number, over: Partial<KeptReport> = {}): KeptReport {
  return {
    id: idAt("rep", made),
    eventId: `evt-${made}`,
    type: "repayment.deducted",
    reference: `ded-${made}`,
    originalReference: null,
    amount: kobo(500),
    effect: "APPLIED",
    occurredAt: moment(made - 100),
    recordedAt: moment(made),
    ...over,
  };
}

/** The journal that booked a report on arrival. */
function booking(of: KeptReport, made: number, over: Partial<KeptJournal> = {}): KeptJournal {
  return journal(made, { type: "REPAYMENT", repaymentEventId: of.id, recordedAt: of.recordedAt, ...over });
}

const idsOf = (kept: readonly { id: string }[]) => kept.map(({ id }) => id);

describe("what a loan's records say happened", () => {
  test("our own journals: money out, money back to the merchant, the loss; others follow from those", () => {
    const refund = journal(4, {
      type: "REFUND",
      entries: [
        { account: "OVERPAYMENT", amount: kobo(700) },
        { account: "CASH", amount: kobo(-700) },
      ],
    });
    const journals = [journal(1, { type: "DISBURSEMENT" }), journal(2), journal(3, { type: "RECOVERY" }), refund];
    const { facts } = inRecordedOrder([...journals, journal(5, { type: "WRITE_OFF" })], []);
    expect(facts).toEqual([
      { id: "jrn_0001", kind: "DISBURSEMENT", occurredAt: moment(1), recordedAt: moment(1) },
      { id: "jrn_0004", kind: "REFUND", amount: 700, occurredAt: moment(4), recordedAt: moment(4) },
      { id: "jrn_0005", kind: "WRITE_OFF", occurredAt: moment(5), recordedAt: moment(5) },
    ]);
  });

  test("what is undone of those, and what an operator decides, each under its name", () => {
    const kinds = ["COOLING_OFF", "COOLING_OFF_UNDONE", "PAYOUT_REVERSED", "PAID_AGAIN", "NEVER_PAID_OUT"] as const;
    const { facts } = inRecordedOrder(
      kinds.map((type, i) => journal(i + 1, { type })),
      [],
    );
    expect(facts).toEqual(
      kinds.map((kind, i) => {
        const when = { occurredAt: moment(i + 1), recordedAt: moment(i + 1) };
        return { id: idAt("jrn", i + 1), kind, ...when };
      }),
    );
  });

  test("money of a payout or a payment, with that, by what it moved of the cash", () => {
    const cash = (amount: number) => [{ account: "CASH" as const, amount: kobo(amount) }];
    const { facts } = inRecordedOrder(
      [
        journal(1, { type: "REFUND", payoutId: "pyt_1", entries: cash(-700) }),
        journal(2, { type: "REFUND_REVERSED", payoutId: "pyt_1", entries: cash(700) }),
        journal(3, { type: "REFUND_REVERSED", entries: cash(5) }),
        journal(4, { type: "DEBIT_REVERSED", paymentId: "pmt_1", entries: cash(-900) }),
        journal(5, { type: "DEBIT_REVERSED", entries: cash(-900) }),
      ],
      [],
    );
    const when = (n: number) => ({ id: idAt("jrn", n), occurredAt: moment(n), recordedAt: moment(n) });
    expect(facts).toEqual([
      { ...when(1), kind: "REFUND", payoutId: "pyt_1", amount: 700 },
      { ...when(2), kind: "REFUND_REVERSED", payoutId: "pyt_1", amount: 700 },
      { ...when(3), kind: "REFUND_REVERSED", amount: 5 },
      { ...when(4), kind: "DEBIT_REVERSED", paymentId: "pmt_1", amount: 900 },
    ]);
  });

  test("a refund whose entries name no cash moved none", () => {
    const { facts } = inRecordedOrder([journal(1, { type: "REFUND" })], []);
    expect(facts).toMatchObject([{ kind: "REFUND", amount: 0 }]);
  });

  test("reports that count: deductions, owed or not, and reversals of them", () => {
    const reversed = { type: "repayment.reversed", originalReference: "ded-1" } as const;
    const { facts, reports } = inRecordedOrder(
      [],
      [
        report(1),
        report(2, { effect: "LIABILITY" }),
        report(3, { ...reversed, effect: "HELD" }),
        report(4, { ...reversed, effect: "EXCESS" }),
        report(5, { type: "repayment.reversed" }),
      ],
    );
    const common = (n: number) => ({ id: idAt("rep", n), occurredAt: moment(n - 100), recordedAt: moment(n) });
    const money = (n: number) => ({ ...common(n), reference: `ded-${n}`, amount: 500 });
    expect(facts).toEqual([
      { ...money(1), kind: "DEDUCTION", owed: true },
      { ...money(2), kind: "DEDUCTION", owed: false },
      { ...money(3), kind: "REVERSAL", originalReference: "ded-1" },
      { ...money(4), kind: "REVERSAL", originalReference: "ded-1" },
      { ...money(5), kind: "REVERSAL", originalReference: "" },
    ]);
    expect(reports).toHaveLength(5);
  });

  test("reports that do not: reported twice, and nothing to book", () => {
    const idle = [
      report(1, { effect: "DUPLICATE" }),
      report(2, { effect: "NONE" }),
      report(3, { type: "repayment.failed", effect: "APPLIED" }),
    ];
    const { facts, reports } = inRecordedOrder([], idle);
    expect(facts).toEqual([]);
    expect(reports).toEqual(idle);
  });
});

describe("the order in which it was recorded", () => {
  test("a report that was booked when it came has the place of its journal, whatever its id", () => {
    const [early, late] = [report(2), report(9, { recordedAt: moment(3) })];
    const { facts, journals } = inRecordedOrder([booking(late, 3), booking(early, 4)], [early, late]);
    expect(idsOf(journals)).toEqual(["jrn_0003", "jrn_0004"]);
    expect(idsOf(facts)).toEqual(["rep_0009", "rep_0002"]);
  });

  test("a report that was not booked has the place of its id, between the journals made before it and after it", () => {
    const booked = report(4);
    const journals = [journal(1, { type: "DISBURSEMENT" }), booking(booked, 5), journal(7, { type: "WRITE_OFF" })];
    const idle = [2, 3, 6, 8, 9].map((n) => report(n, { effect: "EXCESS", type: "repayment.reversed" }));
    const { facts } = inRecordedOrder(journals, [...idle.slice(0, 2), booked, ...idle.slice(2)]);
    expect(idsOf(facts)).toEqual([
      "jrn_0001",
      "rep_0002",
      "rep_0003",
      "rep_0004",
      "rep_0006",
      "jrn_0007",
      "rep_0008",
      "rep_0009",
    ]);
  });

  test("it comes before what was made with its journal, by the report's id and not the journal's", () => {
    const [booked, idle] = [report(3, { recordedAt: moment(6) }), report(4, { effect: "NONE" })];
    const { reports } = inRecordedOrder([booking(booked, 6)], [booked, idle]);
    expect(idsOf(reports)).toEqual(["rep_0003", "rep_0004"]);
  });

  test("a reversal that waited for its deduction counts from when it came, once", () => {
    const reversal = report(2, { type: "repayment.reversed", originalReference: "ded-5" });
    const deduction = report(5);
    const journals = [
      booking(deduction, 6),
      booking(reversal, 7, { type: "REVERSAL", recordedAt: deduction.recordedAt }),
    ];
    const { facts, reports } = inRecordedOrder(journals, [reversal, deduction]);
    expect(idsOf(facts)).toEqual(["rep_0002", "rep_0005"]);
    expect(idsOf(reports)).toEqual(["rep_0002", "rep_0005"]);
  });

  test("a payment has the place of its journal, once, and one without a journal comes last", () => {
    const payment = (made: number): KeptPayment => ({
      ...{ id: idAt("pmt", made), reference: `pay-${made}`, source: "DIRECT", amount: kobo(made) },
      ...{ occurredAt: moment(made), recordedAt: moment(made) },
    });
    const of = (made: number, paid: number) => journal(made, { type: "PAYMENT", paymentId: idAt("pmt", paid) });
    const journals = [of(4, 3), journal(5, { type: "WRITE_OFF" }), of(6, 1), of(7, 3)];
    const { facts, payments } = inRecordedOrder(journals, [], [payment(1), payment(2), payment(3)]);
    expect(idsOf(facts)).toEqual(["pmt_0003", "jrn_0005", "pmt_0001", "pmt_0002"]);
    expect(payments).toEqual([
      { ...payment(3), recordedAt: moment(4) },
      { ...payment(1), recordedAt: moment(6) },
      { ...payment(2), recordedAt: moment(7) },
    ]);
    expect(facts[0]).toEqual({ ...payment(3), recordedAt: moment(4), kind: "PAYMENT" });
  });

  test("a journal of a report that is not there is kept without it", () => {
    const { facts, journals, reports } = inRecordedOrder([booking(report(3), 3)], []);
    expect([facts, reports]).toEqual([[], []]);
    expect(idsOf(journals)).toEqual(["jrn_0003"]);
  });
});

test("no record counts from before the one ahead of it, in journals, reports and facts alike", () => {
  const [first, second, third] = [
    report(3, { recordedAt: moment(8) }),
    report(4, { recordedAt: moment(2) }),
    report(9),
  ];
  const writeOff = journal(5, { type: "WRITE_OFF", recordedAt: moment(1) });
  const { facts, journals, reports } = inRecordedOrder(
    [booking(first, 6), booking(second, 7), writeOff],
    [first, second, third],
  );
  const moments = (kept: readonly { recordedAt: Date }[]) => kept.map(({ recordedAt }) => recordedAt);
  expect(moments(journals)).toEqual([moment(8), moment(8), moment(8)]);
  expect(moments(reports)).toEqual([moment(8), moment(8), moment(9)]);
  expect(moments(facts)).toEqual([moment(8), moment(8), moment(8), moment(9)]);
});

describe("what was agreed", () => {
  const portions = (amount: number, interest: number) => [{ amount: kobo(amount), interest: kobo(interest) }];
  const agreed = { principal: kobo(100), interest: kobo(10), portions: portions(110, 10) };

  test("at a moment: by the plan that held after the journals made by then", () => {
    const replaced = [
      { journals: 1, portions: portions(50, 5) },
      { journals: 3, portions: portions(60, 6) },
    ];
    const journals = [1, 2, 3, 4].map((n) => journal(n));
    const held = (n: number) => agreedAt({ agreed, replaced, journals }, moment(n)).portions[0]?.amount;
    expect([0, 1, 2, 3, 4].map(held)).toEqual([50, 50, 60, 60, 110]);
    expect(agreedAt({ agreed, replaced, journals }, moment(1))).toMatchObject({ principal: 100, interest: 10 });
  });

  test("less the interest where that is waived", () => {
    const totals = { disbursed: true, returned: false, received: kobo(7), held: kobo(3), receivedAtWriteOff: null };
    expect(figuresByTotals({ agreed, totals: { ...totals, cooledOff: false } })).toEqual({ ...agreed, ...totals });
    const waived = { principal: 100, interest: 0, portions: portions(100, 0) };
    expect(figuresByTotals({ agreed, totals: { ...totals, cooledOff: true } })).toEqual({ ...waived, ...totals });
  });
});
