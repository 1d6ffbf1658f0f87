import { beforeEach, describe, expect, test } from "vitest";
import { minute } from "@/lib/kernel/calendar";
import { kobo } from "@/lib/kernel/money";
import { pauseLoan } from "@/lib/loans/loans/changes/pause-loan";
import { validateDeductionsAnswer } from "@/lib/loans/loans/deduction-quotes/schema";
import type { LoanRecord } from "@/lib/loans/loans/load-loans";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { accessTokenOf } from "@/test/factories/access-token";
import { disbursedLoan, setLoan, undisbursedLoan } from "@/test/factories/disbursed-loan";
import { anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { anyReference, deductedEvent, report, reversedEvent } from "@/test/factories/repayment";
import { now } from "@/test/time";
import { POST } from "./route";

useDatabase();

let mine: TestMarketplace;
let key: string;
let merchantId: string;
/** 109,000 naira to pay; 10 percent of each sale and at least 100 naira. */
let loan: LoanRecord;
beforeEach(async () => {
  mine = await createMarketplace();
  key = await accessTokenOf(mine.test, { scopes: ["loans.read"] });
  merchantId = (await anyMerchant(mine.test)).merchantId;
  loan = await disbursedLoan(mine.test, { merchantId });
});

type Asked = { loanId: string; saleAmount: unknown; orderId?: unknown; proposedAmount: unknown; currency: unknown };

/** A deduction that is right in everything, but for what is changed. */
const deduction = (change: Partial<Asked> = {}): Asked => ({
  ...{ loanId: loan.id, saleAmount: 50_000, proposedAmount: 5_000, currency: "NGN" },
  ...change,
});

const post = (deductions: unknown, by = key) => call(POST, { key: by, body: { deductions } });

async function quotes(...deductions: Asked[]) {
  const { status, json } = await post(deductions);
  expect(status).toBe(200);
  return validateDeductionsAnswer.strict().parse(json).results;
}

test("a valid deduction: what it may be, what it pays, and how long that is good", async () => {
  const before = now();
  const { json } = await post([deduction()]);
  expect(json).toEqual({
    results: [
      {
        loanId: loan.id,
        valid: true,
        allowedAmount: 5_000,
        reasonCode: "OK",
        outstandingAfter: 104_000,
        allocation: { interest: 3_000, principal: 2_000 },
        quoteId: expect.stringMatching(/^quo_[0-9a-f]{26}$/),
        expiresAt: expect.stringMatching(/Z$/),
      },
    ],
  });
  const [quoted] = (await quotes(deduction())) ?? [];
  const expiresIn = Date.parse(quoted?.expiresAt ?? "") - before.getTime();
  expect(Math.round(expiresIn / minute)).toBe(15);
});

describe("one of each reason, in one request: one bad item in a bulk harms no other", () => {
  test("as reports of the same list", async () => {
    const paused = await disbursedLoan(mine.test, { merchantId });
    await pauseLoan({ actor: sandboxActor(mine.test), loanId: paused.id, input: { reason: "Test" }, now: now() });
    const offer = await undisbursedLoan(mine.test, { merchantId }, "APPROVED");
    const asked: [string, Asked, number, number | null][] = [
      ["LOAN_NOT_FOUND", deduction({ loanId: "loan_unknown", currency: "USD" }), 0, null],
      ["CURRENCY_MISMATCH", deduction({ loanId: offer.id, currency: "USD" }), 0, 0],
      ["LOAN_NOT_ACTIVE", deduction({ loanId: offer.id, proposedAmount: 1e9 }), 0, 0],
      ["COLLECTION_PAUSED", deduction({ loanId: paused.id, proposedAmount: 1e9 }), 0, 109_000],
      ["EXCEEDS_BALANCE", deduction({ proposedAmount: 109_000.01 }), 5_000, 104_000],
      ["EXCEEDS_PERCENTAGE", deduction({ proposedAmount: 5_000.01 }), 5_000, 104_000],
      ["BELOW_MINIMUM", deduction({ proposedAmount: 99.99 }), 5_000, 104_000],
      ["OK", deduction(), 5_000, 104_000],
    ];
    const found = await quotes(...asked.map(([, one]) => one));
    expect(found.map((quote) => [quote.reasonCode, quote.allowedAmount, quote.outstandingAfter])).toEqual(
      asked.map(([reason, , allowed, after]) => [reason, allowed, after]),
    );
    expect(found.map(({ valid }) => valid)).toEqual([...Array(7).fill(false), true]);
    expect(found[0]).toMatchObject({ quoteId: null, expiresAt: null });
  });

  test.each(["ACCEPTED", "DISBURSING", "REPAID", "CANCELLED"] as const)("%s is not active", async (state) => {
    await setLoan(mine.test, loan.id, { status: state });
    expect(await quotes(deduction())).toMatchObject([{ reasonCode: "LOAN_NOT_ACTIVE", allowedAmount: 0 }]);
  });

  test("a written-off loan is deducted for, unless its lender wants nothing more of sales", async () => {
    await setLoan(mine.test, loan.id, { status: "WRITTEN_OFF", receivedAtWriteOff: kobo(0) });
    expect(await quotes(deduction())).toMatchObject([{ reasonCode: "OK", outstandingAfter: 104_000 }]);
    await setLoan(mine.test, loan.id, { recoversFromSales: false });
    expect(await quotes(deduction())).toMatchObject([{ reasonCode: "LOAN_NOT_ACTIVE", allowedAmount: 0 }]);
  });

  test("a defaulted loan is collected", async () => {
    await setLoan(mine.test, loan.id, { status: "DEFAULTED" });
    expect(await quotes(deduction())).toMatchObject([{ reasonCode: "OK" }]);
  });
});

describe("several for one loan", () => {
  test("count on one another: a list of valid ones never takes more than is owed", async () => {
    await deduct(108_000);
    const found = await quotes(
      deduction({ proposedAmount: 600 }),
      deduction({ proposedAmount: 600 }),
      deduction({ proposedAmount: 400 }),
      deduction({ proposedAmount: 1 }),
    );
    expect(found).toMatchObject([
      { reasonCode: "OK", outstandingAfter: 400 },
      { reasonCode: "EXCEEDS_BALANCE", allowedAmount: 400, outstandingAfter: 0 },
      { reasonCode: "OK", allowedAmount: 400, outstandingAfter: 0 },
      { reasonCode: "EXCEEDS_BALANCE", allowedAmount: 0 },
    ]);
    // Nothing was reserved.
    expect(await quotes(deduction({ proposedAmount: 600 }))).toMatchObject([{ outstandingAfter: 400 }]);
  });
});

describe("loans that share a sale take at most half of it", () => {
  let other: LoanRecord;
  beforeEach(async () => {
    other = await disbursedLoan(mine.test, { merchantId });
    await setLoan(mine.test, loan.id, { deductionBasisPoints: 3_000 });
    await setLoan(mine.test, other.id, { deductionBasisPoints: 2_500 });
  });
  const share = (of: LoanRecord, proposedAmount: number, change: Partial<Asked> = {}) =>
    deduction({ loanId: of.id, saleAmount: 10_000, proposedAmount, ...change });
  /** Reports a deduction from an order, and a reversal of part of it. */
  async function take(from: LoanRecord, orderId: string, naira: number, back = 0) {
    const at = now();
    const reference = anyReference("ded");
    const event = deductedEvent(from, { reference, amount: naira * 100, at });
    const source = { id: orderId, type: "sale", grossAmount: 10_000, timestamp: at };
    await report(sandboxActor(mine.test), { ...event, sourceTransaction: source }, at);
    const amount = back * 100;
    const reversed = { reference: anyReference("rev"), originalReference: reference, amount, at };
    if (back > 0) await report(sandboxActor(mine.test), reversedEvent(from, reversed), at);
  }

  test("two loans on one sale: the second gets what is left of half", async () => {
    expect(await quotes(share(loan, 3_000), share(other, 2_500), share(other, 2_000))).toMatchObject([
      { valid: true, allowedAmount: 3_000 },
      { valid: false, allowedAmount: 2_000, reasonCode: "EXCEEDS_PERCENTAGE" },
      { valid: true, allowedAmount: 2_000, reasonCode: "OK" },
    ]);
    // What is not valid takes nothing; alone each has its whole share.
    expect(await quotes(share(loan, 3_000.01), share(other, 2_500))).toMatchObject([{ valid: false }, { valid: true }]);
    expect(await quotes(share(other, 2_500))).toMatchObject([{ valid: true, allowedAmount: 2_500 }]);
  });

  test("sales of the same amount, one after another, are each one sale of both loans", async () => {
    const each = [share(loan, 3_000), share(other, 2_000)];
    const found = await quotes(...each, ...each, share(loan, 3_000), share(loan, 3_000), ...each.toReversed());
    expect(found.map(({ allowedAmount, valid }) => [allowedAmount, valid])).toEqual([
      [3_000, true],
      [2_000, true],
      [3_000, true],
      [2_000, true],
      [3_000, true],
      [3_000, true],
      [2_000, true],
      [3_000, true],
    ]);
  });

  test("sales of other amounts, of other orders, and of another merchant are other sales", async () => {
    const neighbour = await disbursedLoan(mine.test, { merchantId: (await anyMerchant(mine.test)).merchantId });
    await setLoan(mine.test, neighbour.id, { deductionBasisPoints: 2_500 });
    const found = await quotes(
      share(loan, 3_000),
      share(other, 2_500, { saleAmount: 10_000.01 }),
      share(neighbour, 2_500),
      share(loan, 3_000, { orderId: "a" }),
      share(other, 2_500, { orderId: "b" }),
      share(neighbour, 2_500, { orderId: "a" }),
      share(other, 2_500, { orderId: "a" }),
    );
    expect(found.map(({ valid }) => valid)).toEqual([true, true, true, true, true, true, false]);
  });

  test("of a named order, what other loans are reported to have taken counts, less what was reversed", async () => {
    const order = { orderId: "order-1" };
    await take(loan, "order-1", 3_000, 1_000);
    await take(loan, "order-2", 5_000);
    expect(await quotes(share(other, 2_500, order))).toMatchObject([{ valid: true, allowedAmount: 2_500 }]);
    await take(loan, "order-1", 1_500);
    expect(await quotes(share(other, 2_500, order))).toMatchObject([
      { valid: false, allowedAmount: 1_500, reasonCode: "EXCEEDS_PERCENTAGE" },
    ]);
    // A loan's own deduction does not stand in its way when it is asked about again.
    expect(await quotes(share(loan, 3_000, order))).toMatchObject([{ valid: true, allowedAmount: 3_000 }]);
    expect(await quotes(share(loan, 3_000, order), share(other, 1, order))).toMatchObject([
      { valid: true },
      { valid: false, allowedAmount: 0 },
    ]);
  });
});

describe("a quote's id", () => {
  test("is the same for the same question of an unchanged loan, and another otherwise", async () => {
    const [first] = await quotes(deduction());
    const [again] = await quotes(deduction());
    const [other] = await quotes(deduction({ proposedAmount: 4_999 }));
    expect(again?.quoteId).toBe(first?.quoteId);
    expect(other?.quoteId).not.toBe(first?.quoteId);
    await deduct(1_000);
    expect((await quotes(deduction()))[0]?.quoteId).not.toBe(first?.quoteId);
  });
});

async function deduct(naira: number) {
  const at = now();
  const event = deductedEvent(loan, { reference: `ded-${naira}`, amount: naira * 100, at });
  await report(sandboxActor(mine.test), event, at);
}

describe("what is refused", () => {
  test.each([
    ["a third decimal", { saleAmount: 10.001 }, "deductions.0.saleAmount"],
    ["a negative amount", { proposedAmount: -1 }, "deductions.0.proposedAmount"],
    ["an amount as text", { proposedAmount: "5000" }, "deductions.0.proposedAmount"],
    ["no amount", { saleAmount: undefined }, "deductions.0.saleAmount"],
    ["more than there is", { saleAmount: 1e13 + 1 }, "deductions.0.saleAmount"],
    ["no currency", { currency: null }, "deductions.0.currency"],
    ["an order that is no text", { orderId: 7 }, "deductions.0.orderId"],
    ["an empty order", { orderId: " " }, "deductions.0.orderId"],
  ])("%s", async (_, change, field) => {
    const { status, json } = await post([deduction(change)]);
    expect({ status, code: json.code, errors: json.errors }).toMatchObject({
      status: 400,
      code: "VALIDATION_FAILED",
      errors: [{ field }],
    });
  });

  test.each([
    ["101 of them", Array.from({ length: 101 }, () => ({}))],
    ["none", []],
    ["no list", {}],
    ["a text among them", ["x"]],
    ["nothing", undefined],
  ])("%s", async (_, deductions) => {
    expect(await post(deductions)).toMatchObject({ status: 400, json: { code: "VALIDATION_FAILED" } });
  });

  test("a hundred are fine, and strange currencies and ids are answers", async () => {
    const strange = ["usd", "", "ngn", " NGN", "₦".repeat(300)].map((currency) => deduction({ currency }));
    const unknown = ["", "loan_\u0000", "loan_\ud800", "x".repeat(999)].map((loanId) => deduction({ loanId }));
    const many = Array.from({ length: 91 }, () => deduction({ saleAmount: 1_000, proposedAmount: 100 }));
    const found = await quotes(...strange, ...unknown, ...many);
    expect(found.slice(0, 5).map(({ reasonCode }) => reasonCode)).toEqual(Array(5).fill("CURRENCY_MISMATCH"));
    expect(found.slice(5, 9).map(({ reasonCode }) => reasonCode)).toEqual(Array(4).fill("LOAN_NOT_FOUND"));
    expect(found.at(-1)).toMatchObject({ reasonCode: "OK", outstandingAfter: 99_900 });
  });
});

describe("whose loan it is", () => {
  test("another's is not found", async () => {
    const stranger = await accessTokenOf((await createMarketplace()).test);
    const neighbour = await accessTokenOf(mine.test, { merchantId: (await anyMerchant(mine.test)).merchantId });
    for (const by of [stranger, neighbour]) {
      expect((await post([deduction()], by)).json).toMatchObject({ results: [{ reasonCode: "LOAN_NOT_FOUND" }] });
    }
    const own = await accessTokenOf(mine.test, { merchantId });
    expect((await post([deduction()], own)).json).toMatchObject({ results: [{ reasonCode: "OK" }] });
  });
  test("a token without the scope", async () => {
    const wrong = await accessTokenOf(mine.test, { scopes: ["events.write"] });
    expect(await post([deduction()], wrong)).toMatchObject({ status: 403, json: { code: "INSUFFICIENT_SCOPE" } });
  });
});
