import { expect, test } from "vitest";
import { dateOf, day, later } from "./calendar";
import { now } from "./clock";
import { fromKobo, type Kobo, kobo, plus, toKobo } from "./money";
import { type BusinessTime, businessTime, type RealTime, realTime } from "./time";

// At run time these are numbers and dates like any others: if the compiler accepted one of these lines, the type check would fail.

test("naira, or any other number, is not taken for kobo", () => {
  const naira = 1_000;
  const due: Kobo = toKobo(naira);
  // @ts-expect-error naira are not kobo
  expect(plus(due, naira)).not.toBe(plus(due, toKobo(naira)));
  // @ts-expect-error it takes kobo, and answers naira
  expect(fromKobo(fromKobo(due))).not.toBe(naira);
  // @ts-expect-error a third of it may not be whole kobo
  const third: Kobo = due / 3;
  expect(() => kobo(third)).toThrow(RangeError);
});

test("real time is not taken for business time, nor the other way round, nor any date for either", () => {
  const realNow = now();
  const business = businessTime(realNow, day);
  // @ts-expect-error real time is not business time
  const wrong: BusinessTime = realNow;
  // @ts-expect-error business time is not real time
  const alsoWrong: RealTime = business;
  expect(dateOf(wrong)).not.toBe(dateOf(alsoWrong));
  // @ts-expect-error a plain Date does not say by which clock
  const unknown: BusinessTime = new Date(realNow);
  expect(unknown).toEqual(realNow);
  const laterByTheSame: BusinessTime = later(business, 1);
  expect(realTime(laterByTheSame, day)).toEqual(later(realNow, 1));
});
