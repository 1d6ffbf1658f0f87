import { describe, expect, test } from "vitest";
import { dateOf, day, hour, later, minute } from "@/lib/kernel/calendar";
import { kobo } from "@/lib/kernel/money";
import type { BusinessTime } from "@/lib/kernel/time";
import { delinquencyOf, overdueBeyond, type Pause } from "@/lib/terms/loans/delinquency";
import { schedule } from "@/lib/terms/loans/schedule";
import { fc } from "@/test/proof";
import { instant } from "@/test/time";
import { postponed, postponementBy } from "./postponement";

const start = instant("2026-01-01T00:00:00Z");
const dayOf = (days: number, ms = 0) => later(start, days * day + ms);
const installments = schedule({ principal: kobo(81_000), interest: kobo(9_000) }, 90, "2026-01-01");

describe("a pause moves what is due", () => {
  // Instalments are due on days 30, 60 and 90.
  test.each([
    { what: "on its first day and later", from: dayOf(30, 23 * hour), until: dayOf(33, 23 * hour), is: [33, 63, 93] },
    { what: "not what was due before", from: dayOf(31), until: dayOf(41), is: [30, 70, 100] },
    { what: "by a day for a minute", from: dayOf(12, hour), until: dayOf(12, hour + minute), is: [31, 61, 91] },
    { what: "by a day for a day", from: dayOf(12, hour), until: dayOf(13, hour), is: [31, 61, 91] },
    { what: "by another for a millisecond more", from: dayOf(12, hour), until: dayOf(13, hour + 1), is: [32, 62, 92] },
    { what: "also beyond the last date", from: dayOf(89), until: dayOf(200), is: [30, 60, 201] },
    { what: "nothing once all is past due", from: dayOf(91), until: dayOf(200), is: [30, 60, 90] },
    { what: "nothing for no time", from: dayOf(12), until: dayOf(12), is: [30, 60, 90] },
  ])("$what", ({ from, until, is }) => {
    const postponement = postponementBy({ from, until }, installments);
    const after = postponement ? postponed(installments, postponement) : installments;
    expect(after.map(({ dueDate }) => dueDate)).toEqual(is.map((days) => dateOf(dayOf(days))));
  });
});

/** In milliseconds after the start; pauses say what they moved. */
type OraclePause = { from: number; until: number; days: number; moved: Set<number> };

/** A loan by the rules in words, told without dates: days since the start, and which pause moved what. */
function oracleLoan(amounts: readonly number[], days: readonly number[]) {
  const due = [...days];
  const pauses: OraclePause[] = [];
  let pausedAt: number | null = null;
  const dayAt = (at: number) => Math.floor(at / day);
  const ageOf = (number: number, at: number) => {
    const from = (due[number] ?? 0) * day;
    const rest = pauses
      .filter(({ moved }) => !moved.has(number))
      .reduce((sum, pause) => sum + Math.max(0, pause.until - Math.max(from, pause.from)), 0);
    return Math.max(0, Math.floor((at - from - rest) / day));
  };
  const openAt = (paid: number) => amounts.findIndex((_, number) => sumTo(amounts, number) > paid);
  return {
    due,
    pause: (at: number) => {
      pausedAt = at;
    },
    resume: (at: number) => {
      const from = pausedAt ?? at;
      const moved = new Set([...due.keys()].filter((number) => (due[number] ?? 0) >= dayAt(from)));
      const days = Math.ceil((at - from) / day);
      for (const number of moved) due[number] = (due[number] ?? 0) + days;
      pauses.push({ from, until: at, days, moved });
      pausedAt = null;
    },
    /** Other terms. A date agreed anew has those pauses behind it that moved dates, and no later than to it. */
    postpone: (paid: number, days: number) => {
      for (let number = openAt(paid); number < due.length; number++) {
        const date = (due[number] ?? 0) + days;
        due[number] = date;
        for (const { from, days, moved } of pauses) {
          if (moved.size > 0 && date >= dayAt(from) + days) moved.add(number);
        }
      }
    },
    standing: (paid: number, at: number) => {
      const until = pausedAt ?? at;
      const open = openAt(paid);
      const past = amounts.filter((_, number) => (due[number] ?? 0) < dayAt(until)).reduce((sum, one) => sum + one, 0);
      return { daysPastDue: open < 0 ? 0 : ageOf(open, until), overdueAmount: Math.max(0, past - paid) };
    },
  };
}

describe("any loan, however often it is paused, paid and given more time", () => {
  const wait = fc.oneof(fc.integer({ min: 0, max: 3 * hour }), fc.integer({ min: 0, max: 50 * day }));
  const step = fc.record({
    what: fc.constantFrom("TOGGLE", "TOGGLE", "PAY", "REVERSE", "POSTPONE", "LOOK"),
    wait: fc.oneof(
      wait,
      wait,
      fc.integer({ min: 0, max: 60 }).map((days) => days * day),
    ),
    share: fc.integer({ min: 1, max: 60 }),
  });
  const stories = fc.record({
    tenorDays: fc.constantFrom(30, 60, 90, 180, 365),
    steps: fc.array(step, { minLength: 1, maxLength: 12 }),
  });
  const total = 100_000;

  function play({ tenorDays, steps }: typeof stories extends fc.Arbitrary<infer Story> ? Story : never) {
    let plan = schedule({ principal: kobo(90_000), interest: kobo(10_000) }, tenorDays, "2026-01-01");
    const amounts = plan.map(({ amount }) => amount);
    const days = plan.map(({ dueDate }) => (Date.parse(dueDate) - start.getTime()) / day);
    const oracle = oracleLoan(amounts, days);
    const pauses: Pause[] = [];
    let [paid, at, terms] = [0, 0, false];
    const standing = (now: BusinessTime = dayOf(0, at)) =>
      delinquencyOf({ installments: plan, paid: kobo(paid), pauses, now });
    const agrees = () => {
      const now = standing();
      expect(now).toMatchObject(oracle.standing(paid, at));
      expect(now.overdueAmount).toBe(Math.max(0, -now.aheadBehindAmount));
      // New terms may put a date inside a pause that is over; else what is overdue has an age.
      if (!terms) expect(now.daysPastDue > 0).toBe(now.overdueAmount > 0);
      return now;
    };
    for (const { what, wait, share } of steps) {
      const before = agrees();
      at += wait;
      const now = dayOf(0, at);
      const open = pauses.at(-1);
      const paused = open?.until === null ? open : null;
      const after = agrees();
      if (paused) expect(after).toEqual(before);
      expect(after.daysPastDue).toBeGreaterThanOrEqual(before.daysPastDue);
      const amount = Math.floor((total * share) / 100);
      if (what === "PAY") paid = Math.min(total, paid + amount);
      if (what === "REVERSE") paid = Math.max(0, paid - amount);
      if (what === "POSTPONE" && paid < total) {
        oracle.postpone(paid, share);
        const first = plan.find((_, i) => sumTo(amounts, i) > paid)?.number ?? 1;
        plan = postponed(plan, { first, days: share });
        terms = true;
      }
      if (what === "TOGGLE" && !paused) {
        pauses.push({ from: now, until: null });
        oracle.pause(at);
        expect(agrees()).toEqual(after);
      } else if (what === "TOGGLE" && paused) {
        paused.until = now;
        const postponement = postponementBy({ from: paused.from, until: now }, plan);
        if (postponement) {
          paused.postponed = postponement.days;
          plan = postponed(plan, postponement);
        }
        oracle.resume(at);
        expect(agrees()).toEqual(after);
      }
      agrees();
      expect(plan.map(({ dueDate }) => dueDate)).toEqual(oracle.due.map((days) => dateOf(dayOf(days))));
      const asked = overdueBeyond(30, { installments: plan, paid: kobo(paid), pauses, now });
      const rests = pauses.some(({ until }) => until === null);
      if (rests || paid === total) expect(asked).toBeNull();
      else if (standing().daysPastDue <= 30) {
        expect(standing(asked ?? now).daysPastDue).toBe(31);
        expect(standing(later(asked ?? now, -1)).daysPastDue).toBeLessThan(31);
      }
    }
  }

  test("is as old as the unpaused time since its dates, owes what is due by day, and stands still in a pause", () => {
    fc.assert(fc.property(stories, play));
  });
});

function sumTo(amounts: readonly number[], index: number): number {
  return amounts.slice(0, index + 1).reduce((sum, amount) => sum + amount, 0);
}
