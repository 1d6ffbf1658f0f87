import { describe, expect, test } from "vitest";
import { kobo, zero } from "@/lib/kernel/money";
import { anyProduct } from "@/test/factories/lender-product";
import { instant } from "@/test/time";
import { type Exposure, nothingOwed } from "./borrowers/standing";
import { objectionToOffer } from "./offer-policy";
import { type Cause, decide, deductionRoom, type Facts, roomUnderCaps, salesOf } from "./policy";

const now = instant("2026-11-20T12:00:00Z");
const ago = (ms: number) => instant(now.getTime() - ms);
const minute = 60_000;
const day = 1440 * minute;

const product = anyProduct();

const good: Facts = {
  now,
  request: { principal: kobo(10_000_000), tenorDays: 90, createdAt: ago(5 * minute), financingTimeframeDays: 7 },
  connectionStatus: "ACTIVE",
  kyc: { status: "APPROVED", decidedAt: ago(minute) },
  score: {
    tier: "B",
    maxLendingCap: kobo(20_000_000),
    capReason: null,
    assumedMonthlySales: kobo(20_000_000),
    weakestRuns: null,
    salesUntil: null,
    dataFrom: ago(day),
  },
  scoringPending: false,
  own: nothingOwed,
  others: { here: nothingOwed, elsewhere: nothingOwed },
  committedDeduction: 0,
  products: [product],
};

const score = (change: Partial<NonNullable<Facts["score"]>>) => ({
  score: {
    tier: "B" as const,
    maxLendingCap: kobo(20_000_000),
    capReason: null,
    assumedMonthlySales: kobo(20_000_000),
    weakestRuns: null,
    salesUntil: null,
    dataFrom: ago(day),
    ...change,
  },
});
const old = { request: { ...good.request, createdAt: ago(7 * day) } };

describe("a funding request is decided in the order of docs/lending.md#decision", () => {
  test("everything in order: fulfilled by the lender", () => {
    expect(decide(good)).toEqual({ kind: "fulfil", product, sales: good.score });
  });

  const rejected: [string, string, Partial<Facts>][] = [
    ["KYC rejected", "KYC_REJECTED", { kyc: { status: "REJECTED", decidedAt: now }, ...old }],
    ["time over before approval", "TIMEFRAME_EXPIRED", { kyc: { status: "SUBMITTED", decidedAt: null }, ...old }],
    [
      "time over before approval, no data either",
      "TIMEFRAME_EXPIRED",
      { kyc: { status: "SUBMITTED", decidedAt: null }, score: null, ...old },
    ],
    ["time over, approved, no score", "NO_CREDIT_SCORE", { score: null, ...old }],
    ["time over, approved, still scoring", "NO_CREDIT_SCORE", { score: null, scoringPending: true, ...old }],
    // It takes 22 percent of each sale.
    ["sales taken by the loans there are", "ABOVE_REPAYMENT_CAPACITY", { committedDeduction: 801 }],
    ["time over while suspended", "TIMEFRAME_EXPIRED", { connectionStatus: "SUSPENDED", ...old }],
    [
      "approved a day ago, never any data",
      "NO_CREDIT_SCORE",
      {
        score: null,
        request: { ...good.request, createdAt: ago(2 * day) },
        kyc: { status: "APPROVED", decidedAt: ago(day) },
      },
    ],
    ["a defaulted loan", "DEFAULTED_LOAN", { own: { ...nothingOwed, defaulted: true }, ...score({ tier: "E" }) }],
    ["tier E", "RISK_TIER_BLOCKED", score({ tier: "E", maxLendingCap: zero, dataFrom: ago(91 * day) })],
    ["a score of data of 91 days", "SCORE_STALE", score({ dataFrom: ago(91 * day), maxLendingCap: zero })],
    ["sales of three months ago", "SCORE_STALE", score({ salesUntil: "2026-08" })],
    [
      "one kobo above the cap",
      "ABOVE_LENDING_CAP",
      score({ maxLendingCap: kobo(9_999_999), assumedMonthlySales: kobo(1) }),
    ],
    ["the cap taken by open offers", "ABOVE_LENDING_CAP", { own: { ...nothingOwed, committed: kobo(10_000_001) } }],
    // The total of 10,408,000 kobo is 25 percent of 17,346,666.67 kobo a month for 72 days.
    ["more than the sales carry", "ABOVE_REPAYMENT_CAPACITY", score({ assumedMonthlySales: kobo(17_346_666) })],
    [
      "more than a weak run of months carries",
      "ABOVE_REPAYMENT_CAPACITY",
      score({ weakestRuns: [20_000_000, 20_000_000, 17_253_278].map(kobo) }),
    ],
    [
      "more than the sales carry, whatever lenders lend",
      "ABOVE_REPAYMENT_CAPACITY",
      { ...score({ assumedMonthlySales: kobo(17_346_666) }), products: [{ ...product, maximumPrincipal: zero }] },
    ],
    [
      "no lender for the amount",
      "NO_LENDER_AVAILABLE",
      { products: [{ ...product, maximumPrincipal: kobo(9_999_999) }] },
    ],
    ["no lender at all", "NO_LENDER_AVAILABLE", { products: [] }],
  ];
  test.each(rejected)("%s: %s", (_, reason, change) => {
    expect(decide({ ...good, ...change })).toEqual({ kind: "reject", reason, cause: reason });
  });

  test.each<[string, Partial<Facts>]>([
    ["the cap", score({ maxLendingCap: kobo(10_000_000) })],
    ["data of 90 days", score({ dataFrom: ago(90 * day) })],
    ["sales of two months ago", score({ salesUntil: "2026-09" })],
    ["what the sales carry", score({ assumedMonthlySales: kobo(17_346_667) })],
    // The rest is 62.1 days of the assumed sales: the total is 10,351,967 kobo.
    ["what a weak run of months carries", score({ weakestRuns: [zero, zero, kobo(17_253_279)] })],
    ["what other loans leave of each sale", { committedDeduction: 800 }],
  ])("at the edge it is fulfilled: %s", (_, change) => {
    expect(decide({ ...good, ...change }).kind).toBe("fulfil");
  });

  test("a year outlasts a weak run of months", () => {
    const change = score({ weakestRuns: Array.from({ length: 6 }, () => zero) });
    const year = anyProduct({ tenorDays: 365 });
    expect(decide({ ...good, ...change })).toMatchObject({ reason: "ABOVE_REPAYMENT_CAPACITY" });
    expect(decide({ ...good, ...change, products: [year] }).kind).toBe("fulfil");
  });
});

describe("a request that cannot be decided yet waits", () => {
  const inTwoMinutes = instant(now.getTime() + 2 * minute);
  const waiting: [string, Partial<Facts>][] = [
    ["KYC not submitted", { kyc: { status: "PENDING", decidedAt: null } }],
    ["KYC in review", { kyc: { status: "IN_REVIEW", decidedAt: null } }],
    ["KYC to be updated", { kyc: { status: "REQUIRES_UPDATE", decidedAt: null } }],
    ["data being scored", { score: null, scoringPending: true }],
    ["newer data being scored", { scoringPending: true }],
    ["approved a moment ago, no data yet", { score: null }],
    ["connection suspended", { connectionStatus: "SUSPENDED" }],
  ];
  test.each(waiting)("%s: looked at again in two minutes", (_, change) => {
    expect(decide({ ...good, ...change })).toEqual({ kind: "wait", until: inTwoMinutes });
  });

  test("KYC in review, however long there have been no data", () => {
    const request = { ...good.request, createdAt: ago(2 * day) };
    const kyc = { status: "IN_REVIEW", decidedAt: null } as const;
    expect(decide({ ...good, request, kyc, score: null })).toEqual({ kind: "wait", until: inTwoMinutes });
  });

  test.each([
    ["the request", ago(day - minute), ago(3 * day)],
    ["the approval", ago(3 * day), ago(day - minute)],
  ])("a day for the first data, from %s when it came last", (_, createdAt, decidedAt) => {
    const request = { ...good.request, createdAt };
    const decision = decide({ ...good, request, kyc: { status: "APPROVED", decidedAt }, score: null });
    expect(decision).toEqual({ kind: "wait", until: instant(now.getTime() + minute) });
  });

  test("newer data being scored holds the decision up even when the time is over", () => {
    expect(decide({ ...good, ...old, scoringPending: true })).toEqual({ kind: "wait", until: inTwoMinutes });
  });

  test("never past the end of its timeframe", () => {
    const request = { ...good.request, createdAt: ago(7 * day - minute) };
    const decision = decide({ ...good, request, kyc: { status: "PENDING", decidedAt: null } });
    expect(decision).toEqual({ kind: "wait", until: instant(now.getTime() + minute) });
  });
});

const percentages = { deductionBasisPoints: 2_500, highestDeductionBasisPoints: 2_500 };
const owing = (some: Partial<Exposure>): Exposure => ({ ...nothingOwed, ...some });

describe("what the others of a borrower owe counts", () => {
  const cap = kobo(20_000_000);
  test.each<[string, Cause, Partial<Exposure>]>([
    ["a default", "DEFAULTED_LOAN", { defaulted: true }],
    ["an overdue loan", "OVERDUE_LOAN", { overdue: true }],
    ["fraud", "FRAUD", { fraud: true }],
    ["a kobo too much under the highest cap", "ABOVE_OWNER_EXPOSURE", { committed: kobo(10_000_001) }],
    [
      "more than a higher cap carries",
      "ABOVE_OWNER_EXPOSURE",
      { committed: kobo(20_000_001), highestCap: kobo(30_000_000) },
    ],
  ])("%s: %s here, nothing but that no lender is found elsewhere", (_, cause, owed) => {
    const others = (here: Exposure, elsewhere: Exposure) => decide({ ...good, others: { here, elsewhere } });
    const reason = cause === "FRAUD" ? "RISK_TIER_BLOCKED" : cause;
    expect(others(owing(owed), nothingOwed)).toEqual({ kind: "reject", reason, cause });
    const untold = { kind: "reject", reason: "NO_LENDER_AVAILABLE", cause };
    expect(others(nothingOwed, owing(owed))).toEqual(untold);
    expect(others(owing(owed), owing(owed))).toEqual({ kind: "reject", reason, cause });
  });

  test("what would be refused anyway is refused for that reason, as if nothing were owed elsewhere", () => {
    const others = { here: nothingOwed, elsewhere: owing({ defaulted: true }) };
    const told = (change: Partial<Facts>) => decide({ ...good, ...change, others });
    const cause = "DEFAULTED_LOAN";
    expect(told(score({ tier: "E" }))).toEqual({ kind: "reject", reason: "RISK_TIER_BLOCKED", cause });
    expect(told({ own: owing({ overdue: true }) })).toEqual({ kind: "reject", reason: "OVERDUE_LOAN", cause });
    const request = { ...good.request, principal: kobo(cap + 1) };
    expect(told({ request })).toEqual({ kind: "reject", reason: "ABOVE_LENDING_CAP", cause });
    expect(told({ products: [] })).toEqual({ kind: "reject", reason: "NO_LENDER_AVAILABLE", cause });
  });

  test.each<[string, Partial<Exposure>]>([
    ["as much as the highest cap leaves", { committed: kobo(10_000_000) }],
    ["more, under a higher cap of theirs", { committed: kobo(20_000_000), highestCap: kobo(30_000_000) }],
  ])("%s is lent", (_, owed) => {
    const others = { here: nothingOwed, elsewhere: owing(owed) };
    expect(decide({ ...good, others })).toMatchObject({ kind: "fulfil" });
  });

  // A cap of 200,000 naira: quarters of 50,000.
  test.each<[string, Partial<Exposure>, Partial<Exposure>, number]>([
    ["a kobo", { committed: kobo(1) }, {}, 15_000_000],
    ["all of a quarter", { committed: kobo(5_000_000) }, {}, 15_000_000],
    ["a kobo more than a quarter", { committed: kobo(5_000_001) }, {}, 10_000_000],
    ["all but a quarter", { committed: kobo(15_000_000) }, {}, 5_000_000],
    ["a kobo more", { committed: kobo(15_000_001) }, {}, 0],
    ["more than the cap", { committed: kobo(30_000_000) }, {}, 0],
    ["nothing, whoever owes here", {}, { committed: kobo(123_456) }, 19_876_544],
    ["a kobo, and others here too", { committed: kobo(1) }, { committed: kobo(123_456) }, 14_876_544],
    ["nothing, under a higher cap", { highestCap: kobo(26_000_001) }, { committed: kobo(9_000_000) }, 16_000_000],
  ])("owed elsewhere, %s: only quarters of the merchant's own cap tell of it", (_, elsewhere, here, room) => {
    const facts = { ...good, others: { here: owing(here), elsewhere: owing(elsewhere) } };
    expect(roomUnderCaps(facts)).toBe(room);
    const offered = { principal: kobo(10_000_000), interest: zero, tenorDays: 90, ...percentages };
    const exact =
      20_000_000 + (elsewhere.highestCap ? 6_000_001 : 0) - (elsewhere.committed ?? 0) - (here.committed ?? 0);
    const objection = exact < offered.principal ? "ABOVE_OWNER_EXPOSURE" : null;
    expect(objectionToOffer(facts, offered), "an offer is decided again by what is owed exactly").toBe(objection);
  });

  test("less than the smallest loan is nothing", () => {
    const facts = { ...good, ...score({ maxLendingCap: kobo(300_000) }) };
    const room = (committed: number) =>
      roomUnderCaps({ ...facts, others: { here: nothingOwed, elsewhere: owing({ committed: kobo(committed) }) } });
    expect([room(1), room(150_000), room(150_001)]).toEqual([225_000, 150_000, 0]);
  });

  test("a higher cap of theirs raises nobody's own", () => {
    const others = { here: owing({ highestCap: kobo(90_000_000) }), elsewhere: nothingOwed };
    const request = { ...good.request, principal: kobo(cap + 1) };
    expect(decide({ ...good, request, others })).toMatchObject({ reason: "ABOVE_LENDING_CAP" });
  });
});

test("without a score there is no room under a cap, and there are no sales", () => {
  const unscored = { ...good, score: null, own: { ...nothingOwed, committed: kobo(1_000) }, committedDeduction: 3_100 };
  expect(roomUnderCaps(unscored)).toBe(-1_000);
  expect(deductionRoom(unscored)).toBe(-100);
  expect(salesOf(unscored)).toEqual({ assumedMonthlySales: 0, weakestRuns: null });
});

test("of several lenders the cheapest that can lend the amount is chosen", () => {
  const cheaper = anyProduct({ lenderId: "lnd_3", rateBasisPoints: 169 });
  // Twenty percent of sales do not bring it back in time.
  const unable = anyProduct({ lenderId: "lnd_0", rateBasisPoints: 10, highestDeductionBasisPoints: 2_000 });
  const decision = decide({ ...good, products: [product, cheaper, unable] });
  expect(decision).toMatchObject({ kind: "fulfil", product: { lenderId: "lnd_3" } });
});
