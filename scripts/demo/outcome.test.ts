import { describe, expect, it } from "vitest";
import { gapsIn, judge } from "./outcome.mjs";
import { tableOf } from "./show.mjs";
import type { Event, FundingRequest, Loan, Result } from "./types";

const fulfilled: FundingRequest = {
  id: "fr_1",
  status: "FULFILLED",
  loanId: "loan_1",
  failureReason: null,
  amountRequested: 80_000,
};
const rejected = (failureReason: FundingRequest["failureReason"]): FundingRequest => ({
  ...fulfilled,
  status: "REJECTED",
  loanId: null,
  failureReason,
});

function resultOf(request: FundingRequest, more: Partial<Result> = {}): Result {
  return {
    id: "shop-1",
    businessName: "Ada Foods",
    created: true,
    kycBefore: "PENDING",
    kycSubmitted: true,
    sequenceBefore: 0,
    requestId: "fr_1",
    request,
    tier: "B",
    cap: 100_000,
    asked: 80_000,
    tenorDays: 365,
    status: { kyc: { status: "APPROVED" }, fundingRequests: [request] },
    ...more,
  };
}

function eventsOf(request: FundingRequest): Event[] {
  const funding = { funding_request: { id: "fr_1" } };
  const decided =
    request.status === "FULFILLED"
      ? [
          { event: "funding_request.fulfilled", ...funding, loan_id: "loan_1" },
          { event: "loan.approved", loan: { id: "loan_1" } },
        ]
      : [{ event: "funding_request.rejected", ...funding, failure_reason: request.failureReason }];
  return [
    { event: "merchant.created" },
    { event: "kyc.submitted" },
    { event: "funding_request.created", ...funding },
    { event: "kyc.approved" },
    ...decided,
  ].map((event, i) => ({ ...event, event_id: `evt_${i}`, sequence: i + 1 }));
}

const outcomeOf = (request: FundingRequest, more: Partial<Result> = {}) =>
  judge(resultOf(request, more), eventsOf(request));

describe("an outcome is explained", () => {
  it.each<[string, FundingRequest, Partial<Result>]>([
    ["a loan within the cap", fulfilled, {}],
    ["more than the cap", rejected("ABOVE_LENDING_CAP"), { asked: 120_000 }],
    ["tier E", rejected("RISK_TIER_BLOCKED"), { tier: "E", cap: 0 }],
    ["too much for its sales", rejected("ABOVE_REPAYMENT_CAPACITY"), {}],
  ])("%s", (_, request, more) => {
    expect(outcomeOf(request, more)).toMatchObject({ explained: true });
  });

  it("more than earlier loans leave of the cap", () => {
    const request = rejected("ABOVE_LENDING_CAP");
    const earlier = { ...fulfilled, id: "fr_0", amountRequested: 50_000 };
    const status = { kyc: { status: "APPROVED" as const }, fundingRequests: [request, earlier] };
    expect(outcomeOf(request, { status })).toMatchObject({ explained: true });
  });
});

describe("a loan that was paid out", () => {
  const half: Loan = {
    id: "loan_1",
    status: "ACTIVE",
    totalDue: 100,
    paid: 50,
    reported: 50,
    deductions: 1,
    outstanding: 50,
  };
  const told = (...types: string[]): Event[] => {
    const events = eventsOf(fulfilled);
    const loan = { id: "loan_1" };
    const more = types.map((event, i) => ({ event, event_id: `evt_loan_${i}`, loan, sequence: events.length + i + 1 }));
    return [...events, ...more];
  };
  const explained = (loan: Partial<Loan>, ...types: string[]) =>
    judge(resultOf(fulfilled, { loan: { ...half, ...loan } }), told(...types)).explained;

  it("brings the events of how far it is paid back", () => {
    expect(explained({}, "loan.disbursed")).toBe(true);
    expect(explained({})).toBe(false);
    const nearly: Partial<Loan> = { paid: 90.01, reported: 90.01, outstanding: 9.99 };
    expect(explained(nearly, "loan.disbursed", "loan.nearly_complete")).toBe(true);
    expect(explained(nearly, "loan.disbursed")).toBe(false);
    const repaid: Partial<Loan> = { status: "REPAID", paid: 100, reported: 100, outstanding: 0 };
    expect(explained(repaid, "loan.disbursed", "loan.completed")).toBe(true);
    expect(explained(repaid, "loan.disbursed", "loan.nearly_complete")).toBe(false);
  });

  it("is paid by exactly what was reported", () => {
    expect(explained({ reported: 50.01 }, "loan.disbursed")).toBe(false);
  });
});

describe("an outcome is not explained", () => {
  it.each<[string, FundingRequest, Partial<Result>]>([
    ["a loan above the cap", fulfilled, { asked: 120_000 }],
    ["a loan for tier E", fulfilled, { tier: "E" }],
    ["a loan without its id", { ...fulfilled, loanId: null }, {}],
    ["still pending", { ...fulfilled, status: "PENDING", loanId: null }, {}],
    ["above the cap, though it is not", rejected("ABOVE_LENDING_CAP"), {}],
    ["tier E, though it is not", rejected("RISK_TIER_BLOCKED"), {}],
    ["a reason that cannot be", rejected("SCORE_STALE"), {}],
    ["a call that failed", fulfilled, { problem: "500" }],
  ])("%s", (_, request, more) => {
    expect(outcomeOf(request, more)).toMatchObject({ explained: false });
  });

  it("a webhook is missing", () => {
    const events = eventsOf(fulfilled).filter(({ event }) => event !== "loan.approved");
    expect(judge(resultOf(fulfilled), events)).toMatchObject({ explained: false, outcome: "FULFILLED" });
  });

  it("a number is left out", () => {
    const events = eventsOf(fulfilled).map((event) => ({ ...event, sequence: event.sequence + 1 }));
    expect(gapsIn(events, 0)).toEqual([1]);
    expect(judge(resultOf(fulfilled), events)).toMatchObject({ explained: false });
  });
});

it("a row of what failed says why below it, as wide as the table may be", () => {
  const merchant = { id: "shop-1", businessName: "Ada Foods", webhooks: { expected: 0, missing: [] } };
  const failed = {
    ...merchant,
    outcome: "FAILED",
    explained: false,
    explanation: `409 KYC_INCOMPLETE: ${"x".repeat(200)}`,
  };
  const fine = { ...merchant, outcome: "FULFILLED", explained: true, explanation: "within the cap" };
  const [, , first, why, second, ...rest] = tableOf({ merchants: [failed, fine] } as never, 100).split("\n");
  expect(first).toContain("✗ FAILED");
  expect(why).toMatch(/^ {2}↳ 409 KYC_INCOMPLETE: x/);
  expect(why).toHaveLength(100);
  expect(second).toContain("FULFILLED");
  expect(rest).toEqual([""]);
});
