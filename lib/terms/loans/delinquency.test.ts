import { describe, expect, test } from "vitest";
import { day, hour, later } from "@/lib/kernel/calendar";
import { type Kobo, kobo, least, plus, zero } from "@/lib/kernel/money";
import type { BusinessTime } from "@/lib/kernel/time";
import { postponed, postponementBy } from "@/lib/loans/loans/postponement";
import { fc } from "@/test/proof";
import { instant } from "@/test/time";
import { classifications, type DelinquencyFacts, delinquencyOf, overdueBeyond, type Pause } from "./delinquency";
import { schedule } from "./schedule";

const start = instant("2026-01-01T00:00:00Z");
const dayOf = (days: number, hours = 0) => later(start, days * day + hours * hour);

/** 90,000 kobo in three instalments, due on days 30, 60 and 90. */
const installments = schedule({ principal: kobo(81_000), interest: kobo(9_000) }, 90, "2026-01-01");
const delinquency = (facts: Partial<DelinquencyFacts>) =>
  delinquencyOf({ installments, paid: zero, pauses: [], now: start, ...facts });

describe("days past due", () => {
  test.each([
    { now: dayOf(0), paid: 0, is: [0, 0, "PERFORMING", 0] },
    { now: dayOf(30, 23), paid: 0, is: [0, 0, "PERFORMING", 0] },
    { now: dayOf(31), paid: 0, is: [1, 30_000, "WATCH", -30_000] },
    { now: dayOf(31), paid: 29_999, is: [1, 1, "WATCH", -1] },
    { now: dayOf(31), paid: 30_000, is: [0, 0, "PERFORMING", 0] },
    { now: dayOf(31), paid: 45_000, is: [0, 0, "PERFORMING", 15_000] },
    { now: dayOf(60, 12), paid: 0, is: [30, 30_000, "WATCH", -30_000] },
    { now: dayOf(61), paid: 0, is: [31, 60_000, "SUBSTANDARD", -60_000] },
    { now: dayOf(61), paid: 30_000, is: [1, 30_000, "WATCH", -30_000] },
    { now: dayOf(90), paid: 0, is: [60, 60_000, "SUBSTANDARD", -60_000] },
    { now: dayOf(91), paid: 0, is: [61, 90_000, "DOUBTFUL", -90_000] },
    { now: dayOf(120), paid: 0, is: [90, 90_000, "DOUBTFUL", -90_000] },
    { now: dayOf(121), paid: 0, is: [91, 90_000, "LOST", -90_000] },
    { now: dayOf(200), paid: 90_000, is: [0, 0, "PERFORMING", 0] },
  ])("$now, $paid paid: $is", ({ now, paid, is }) => {
    const { daysPastDue, overdueAmount, classification, aheadBehindAmount } = delinquency({ now, paid: kobo(paid) });
    expect([daysPastDue, overdueAmount, classification, aheadBehindAmount + 0]).toEqual(is);
  });

  test("are the same at every hour of a day", () => {
    for (let hours = 0; hours < 24; hours++) expect(delinquency({ now: dayOf(40, hours) }).daysPastDue).toBe(10);
  });
});

describe("a pause stops ageing", () => {
  const during = (pauses: Pause[], now: BusinessTime) => delinquency({ pauses, now }).daysPastDue;

  test("from the moment it begins, not from the next midnight", () => {
    const pauses = [{ from: dayOf(31, 12), until: null }];
    expect([31.5, 32, 33, 90].map((days) => during(pauses, dayOf(days)))).toEqual([1, 1, 1, 1]);
  });

  test("of a debt that falls due meanwhile", () => {
    const pauses = [{ from: dayOf(10), until: dayOf(40) }];
    expect([30, 31, 39, 40, 40.5].map((days) => during(pauses, dayOf(days)))).toEqual([0, 0, 0, 0, 0]);
    expect([41, 42].map((days) => during(pauses, dayOf(days)))).toEqual([1, 2]);
  });

  test("and it goes on from where it stood", () => {
    const pauses = [{ from: dayOf(35, 6), until: dayOf(45, 18) }];
    expect(during(pauses, dayOf(45, 18))).toBe(5);
    expect(during(pauses, dayOf(46, 11))).toBe(5);
    expect(during(pauses, dayOf(46, 12))).toBe(6);
  });

  test("many short ones count as much as one long one", () => {
    const pauses = Array.from({ length: 24 }, (_, i) => ({ from: dayOf(32 + i), until: dayOf(32 + i, 1) }));
    expect(during(pauses, dayOf(60))).toBe(29);
  });

  test("one that was over before the debt fell due changes nothing", () => {
    expect(during([{ from: dayOf(5), until: dayOf(29) }], dayOf(33))).toBe(3);
  });
});

describe("a pause that moved what is due", () => {
  const ageAfter = (from: BusinessTime, until: BusinessTime) => {
    const postponement = postponementBy({ from, until }, installments) ?? { first: 1, days: 0 };
    const moved = postponed(installments, postponement);
    const pauses = [{ from, until, postponed: postponement.days }];
    return (now: BusinessTime) => delinquency({ installments: moved, pauses, now }).daysPastDue;
  };

  test("is not counted again in the age of what it moved", () => {
    // Due on day 33, the day on which collection is resumed.
    const age = ageAfter(dayOf(30, 10), dayOf(33, 10));
    expect([dayOf(33, 10), later(dayOf(34), -1), dayOf(34), dayOf(35)].map(age)).toEqual([0, 0, 1, 2]);
  });

  test("is not counted in the age of what it found late, to the millisecond", () => {
    const age = ageAfter(dayOf(31, 12), dayOf(41, 12));
    expect([dayOf(41, 12), later(dayOf(42), -1), dayOf(42), dayOf(43)].map(age)).toEqual([1, 1, 2, 3]);
  });
});

describe("any loan", () => {
  const gaps = fc.array(fc.record({ wait: fc.integer({ min: 0, max: 900 }), rest: fc.integer({ min: 0, max: 900 }) }), {
    maxLength: 4,
  });
  const facts = fc.record({
    tenorDays: fc.constantFrom(30, 60, 90, 180, 365),
    paid: fc.nat(100_000).map(kobo),
    now: fc.integer({ min: 0, max: 600 * 24 }).map((hours) => dayOf(0, hours)),
    pauses: gaps.map((each) => {
      let at = 0;
      return each.map(({ wait, rest }): Pause => {
        const from = at + wait;
        at = from + rest;
        return { from: dayOf(0, from), until: dayOf(0, at) };
      });
    }),
  });
  const factsOf = ({ tenorDays, ...rest }: { tenorDays: number; paid: Kobo; now: BusinessTime; pauses: Pause[] }) => ({
    ...rest,
    installments: schedule({ principal: kobo(90_000), interest: kobo(10_000) }, tenorDays, "2026-01-01"),
    pauses: rest.pauses.filter(({ from }) => from <= rest.now),
  });

  test("never ages while paused, by paying, or by more than a day a day", () => {
    fc.assert(
      fc.property(facts, fc.nat(5_000).map(kobo), fc.nat(72), (drawn, more, hours) => {
        const loan = factsOf(drawn);
        const now = delinquencyOf(loan);
        expect(
          delinquencyOf({ ...loan, paid: least(kobo(100_000), plus(loan.paid, more)) }).daysPastDue,
        ).toBeLessThanOrEqual(now.daysPastDue);
        const paused = [...loan.pauses, { from: loan.now, until: null }];
        const after = { ...loan, now: later(loan.now, hours * hour) };
        if (loan.pauses.every(({ until }) => until && until <= loan.now)) {
          expect(delinquencyOf({ ...after, pauses: paused }).daysPastDue).toBe(now.daysPastDue);
        }
        const then = delinquencyOf(after).daysPastDue;
        expect(then).toBeGreaterThanOrEqual(now.daysPastDue);
        expect(then).toBeLessThanOrEqual(now.daysPastDue + Math.ceil(hours / 24));
        expect(classifications).toContain(now.classification);
        expect(now.overdueAmount).toBe(Math.max(0, -now.aheadBehindAmount));
        if (loan.pauses.length === 0) expect(now.daysPastDue > 0).toBe(now.overdueAmount > 0);
      }),
    );
  });

  test("is more than the limit past due from exactly the moment predicted", () => {
    fc.assert(
      fc.property(facts, fc.nat(120), (drawn, limit) => {
        const loan = { ...factsOf(drawn) };
        loan.pauses = loan.pauses.map(({ from, until }) => ({
          from,
          until: until && until > loan.now ? loan.now : until,
        }));
        const moment = overdueBeyond(limit, loan);
        if (!moment) {
          expect(loan.paid).toBe(100_000);
          return;
        }
        expect(moment.getTime()).toBeGreaterThan(loan.now.getTime());
        expect(delinquencyOf({ ...loan, now: moment }).daysPastDue).toBeGreaterThan(limit);
        if (delinquencyOf(loan).daysPastDue <= limit) {
          expect(delinquencyOf({ ...loan, now: later(moment, -1) }).daysPastDue).toBeLessThanOrEqual(limit);
        }
      }),
    );
  });

  test("that is paused is not predicted to be overdue, nor one that is paid", () => {
    expect(
      overdueBeyond(90, { installments, paid: zero, pauses: [{ from: start, until: null }], now: start }),
    ).toBeNull();
    expect(overdueBeyond(90, { installments, paid: kobo(90_000), pauses: [], now: start })).toBeNull();
    expect(overdueBeyond(90, { installments, paid: zero, pauses: [], now: start })).toEqual(dayOf(121));
    expect(overdueBeyond(90, { installments, paid: kobo(30_000), pauses: [], now: start })).toEqual(dayOf(151));
    expect(overdueBeyond(90, { installments, paid: zero, pauses: [], now: dayOf(300, 5) })).toEqual(dayOf(301));
  });
});
