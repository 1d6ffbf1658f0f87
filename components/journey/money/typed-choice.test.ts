import { expect, test } from "vitest";
import { keptChoice, typedChoice } from "./typed-choice";

const limits = { minimum: 1_000, maximum: 300_000 };

test("a choice typed before is read as far as it can be", () => {
  const typed = { amountRequested: "250,000.50", tenorDays: "90", purpose: "Other" };
  expect(typedChoice(typed, limits)).toEqual({ amountRequested: 250_000.5, tenorDays: 90, purpose: "Other" });
  expect(typedChoice({ amountRequested: "a lot", tenorDays: "on", purpose: "" }, limits)).toEqual({});
  expect(typedChoice({ amountRequested: "" }, limits)).toEqual({});
  expect(typedChoice({ amountRequested: "300,001", tenorDays: "90" }, limits)).toEqual({ tenorDays: 90 });
  expect(typedChoice(null, limits)).toEqual({});
});

test("a tenor that was only proposed is not kept: with another amount, another is", () => {
  const typed = { amountRequested: "250,000", tenorDays: "90", purpose: "" };
  expect(keptChoice(typed, false)).toEqual({ amountRequested: "250,000", purpose: "" });
  expect(keptChoice(typed, true)).toEqual(typed);
});
