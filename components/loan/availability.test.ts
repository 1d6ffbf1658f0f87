import { expect, test } from "vitest";
import { failureTexts } from "@/lib/terms/funding/failure-texts";
import { availabilityOf } from "./availability";

const scored = { scoring: "scored", isBorrowing: false } as const;
const nothing = { minimum: 1_000, maximum: 0, capReason: null };

test("something, also while newer figures are being scored", () => {
  const limits = { minimum: 1_000, maximum: 400_000, blocked: null, capReason: null };
  expect(availabilityOf(scored, limits)).toEqual({ state: "some" });
  expect(availabilityOf({ ...scored, scoring: "pending" }, limits)).toEqual({ state: "some" });
});

test("nothing yet is not nothing: figures that are read, or still to come", () => {
  const limits = { ...nothing, blocked: "NO_CREDIT_SCORE" } as const;
  expect(availabilityOf({ ...scored, scoring: "pending" }, limits)).toEqual({ state: "waiting" });
  expect(availabilityOf({ ...scored, scoring: "none" }, limits)).toEqual({ state: "unknown" });
  expect(availabilityOf(scored, limits), "limits that are about to be read again").toEqual({ state: "waiting" });
});

test("nothing, with the reason and what to do", () => {
  expect(availabilityOf(scored, { ...nothing, blocked: "SCORE_STALE" })).toEqual({
    state: "none",
    ...failureTexts.SCORE_STALE,
  });
});

test("nobody is told to ask for less than the least", () => {
  expect(availabilityOf(scored, { ...nothing, blocked: "ABOVE_OWNER_EXPOSURE" })).toMatchObject({
    remedy: "As they pay back, there is room for more.",
  });
  for (const blocked of ["ABOVE_LENDING_CAP", "ABOVE_REPAYMENT_CAPACITY"] as const) {
    expect(availabilityOf(scored, { ...nothing, blocked })).toEqual({
      state: "none",
      ...failureTexts.RISK_TIER_BLOCKED,
    });
    expect(availabilityOf({ ...scored, isBorrowing: true }, { ...nothing, blocked })).toMatchObject({
      remedy: "As you pay back, there is room for more.",
    });
  }
});

test.each([
  ["TOO_FEW_SALES", /sells too little/],
  ["EXTERNAL_DEBT", /owe elsewhere/],
  ["INTERMITTENT_SALES", /months in a row without sales/],
  ["LIMIT", /set a limit/],
] as const)("a cap of nothing is told as what it is, %s, whether something is borrowed or not", (capReason, words) => {
  const limits = { ...nothing, blocked: "ABOVE_LENDING_CAP", capReason } as const;
  for (const isBorrowing of [false, true]) {
    const told = availabilityOf({ ...scored, isBorrowing }, limits);
    expect(told).toMatchObject({ state: "none", why: expect.stringMatching(words) });
  }
});
