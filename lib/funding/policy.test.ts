import { describe, expect, test } from "vitest";
import type { LenderProduct } from "@/lib/lenders/product";
import { kobo, zero } from "@/lib/money";
import { instant } from "@/test/time";
import { decide, type Facts, monthlyRoom, roomUnderCap } from "./policy";

const now = instant("2026-11-20T12:00:00Z");
const ago = (ms: number) => instant(now.getTime() - ms);
const minute = 60_000;
const day = 1440 * minute;

const product: LenderProduct = {
  lenderId: "lnd_1",
  name: "Demo Lender",
  riskTier: "B",
  tenorDays: 90,
  interestBasisPoints: 900,
  minimumPrincipal: kobo(100_000),
  maximumPrincipal: kobo(5_000_000_000),
  defaultAfterDays: 90,
  minimumDeduction: kobo(50_000),
};

const good: Facts = {
  now,
  request: { principal: kobo(10_000_000), tenorDays: 90, createdAt: ago(5 * minute), financingTimeframeDays: 7 },
  connectionStatus: "ACTIVE",
  kyc: { status: "APPROVED", decidedAt: ago(minute) },
  score: { tier: "B", maxLendingCap: kobo(20_000_000), maxMonthlyRepayment: kobo(5_000_000), dataFrom: ago(day) },
  scoringPending: false,
  committedPrincipal: zero,
  committedMonthly: zero,
  hasDefaultedLoan: false,
  products: [product],
};

const score = (change: Partial<NonNullable<Facts["score"]>>) => ({
  score: {
    tier: "B" as const,
    maxLendingCap: kobo(20_000_000),
    maxMonthlyRepayment: kobo(5_000_000),
    dataFrom: ago(day),
    ...change,
  },
});
const old = { request: { ...good.request, createdAt: ago(7 * day) } };

describe("a funding request is decided in the order of docs/lending.md#decision", () => {
  test("everything in order: fulfilled by the lender", () => {
    expect(decide(good)).toEqual({ kind: "fulfil", product, tier: "B" });
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
    ["capacity taken by the loans there are", "ABOVE_REPAYMENT_CAPACITY", { committedMonthly: kobo(1_366_667) }],
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
    ["a defaulted loan", "DEFAULTED_LOAN", { hasDefaultedLoan: true, ...score({ tier: "E" }) }],
    ["tier E", "RISK_TIER_BLOCKED", score({ tier: "E", maxLendingCap: zero, dataFrom: ago(91 * day) })],
    ["a score of data of 91 days", "SCORE_STALE", score({ dataFrom: ago(91 * day), maxLendingCap: zero })],
    [
      "one kobo above the cap",
      "ABOVE_LENDING_CAP",
      score({ maxLendingCap: kobo(9_999_999), maxMonthlyRepayment: kobo(1) }),
    ],
    ["the cap taken by open offers", "ABOVE_LENDING_CAP", { committedPrincipal: kobo(10_000_001) }],
    // 10,900,000 kobo over three months is more than 3,633,333 a month.
    [
      "more than the sales can carry",
      "ABOVE_REPAYMENT_CAPACITY",
      { ...score({ maxMonthlyRepayment: kobo(3_633_333) }), products: [product] },
    ],
    [
      "no lender for the amount",
      "NO_LENDER_AVAILABLE",
      { products: [{ ...product, maximumPrincipal: kobo(9_999_999) }] },
    ],
    ["no lender at all", "NO_LENDER_AVAILABLE", { products: [] }],
  ];
  test.each(rejected)("%s: %s", (_, reason, change) => {
    expect(decide({ ...good, ...change })).toEqual({ kind: "reject", reason });
  });

  test("at the edges it is fulfilled: exactly the cap, exactly the capacity, data of 90 days", () => {
    const edge = score({
      maxLendingCap: kobo(10_000_000),
      maxMonthlyRepayment: kobo(3_633_334),
      dataFrom: ago(90 * day),
    });
    expect(decide({ ...good, ...edge }).kind).toBe("fulfil");
  });

  test("requested in parts, the same amount meets the same limit", () => {
    const capacity = score({ maxMonthlyRepayment: kobo(3_633_334), maxLendingCap: kobo(1e12) });
    const half = { ...good, ...capacity, request: { ...good.request, principal: kobo(5_000_000) } };
    // 5,450,000 kobo in three months.
    const monthly = 1_816_667;
    expect(decide(half).kind).toBe("fulfil");
    expect(decide({ ...half, committedMonthly: kobo(monthly) }).kind).toBe("fulfil");
    expect(decide({ ...half, committedMonthly: kobo(monthly + 1) })).toMatchObject({
      reason: "ABOVE_REPAYMENT_CAPACITY",
    });
  });

  test("a merchant without sales history has no repayment capacity to exceed", () => {
    expect(decide({ ...good, ...score({ maxMonthlyRepayment: null }) }).kind).toBe("fulfil");
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

test("without a score there is no room under a cap, and no capacity to exceed", () => {
  const unscored = { ...good, score: null, committedPrincipal: kobo(1_000), committedMonthly: kobo(1_000) };
  expect(roomUnderCap(unscored)).toBe(-1_000);
  expect(monthlyRoom(unscored)).toBeNull();
});

test("of several lenders the cheapest that lends the amount is chosen; equals by seniority", () => {
  const cheapest = { ...product, lenderId: "lnd_3", interestBasisPoints: 500 };
  const twin = { ...cheapest, lenderId: "lnd_2" };
  const cheapButSmall = { ...product, lenderId: "lnd_0", interestBasisPoints: 100, maximumPrincipal: kobo(1_000_000) };
  const decision = decide({ ...good, products: [product, cheapest, twin, cheapButSmall] });
  expect(decision).toMatchObject({ kind: "fulfil", product: { lenderId: "lnd_2" } });
});
