import { expect, test } from "vitest";
import { addDays } from "@/lib/kernel/calendar";
import { kobo } from "@/lib/kernel/money";
import { fc } from "@/test/proof";
import { equalPlan, moreDueBy, planned } from "./plan";
import type { Installment } from "./schedule";

const today = "2026-11-20";
const part = fc.record({
  amount: fc.integer({ min: 1, max: 60 }),
  interest: fc.nat(60),
  days: fc.integer({ min: 1, max: 9 }),
});

/** A schedule, of which some is paid, and a plan for the rest: amounts of a few kobo each, dates a few days apart. */
const drawn = fc
  .record({
    parts: fc.array(part, { minLength: 1, maxLength: 6 }),
    paid: fc.nat(),
    cuts: fc.array(part, { minLength: 1, maxLength: 6 }),
  })
  .map(({ parts, paid: wish, cuts }) => {
    let date = addDays(today, -20);
    const schedule = parts.map(({ amount, interest, days }, i): Installment => {
      date = addDays(date, days);
      return { number: i + 1, dueDate: date, amount: kobo(amount), interest: kobo(Math.min(interest, amount)) };
    });
    const total = parts.reduce((sum, { amount }) => sum + amount, 0);
    const paid = wish % total;
    let left = total - paid;
    let due = today;
    const plan = cuts.flatMap(({ amount, days }, i) => {
      const own = i === cuts.length - 1 ? left : Math.min(left, amount);
      left = left - own;
      due = addDays(due, days);
      return own === 0 ? [] : [{ dueDate: due, amount: kobo(own) }];
    });
    return { schedule, paid, plan };
  });

/** What each kobo that is paid goes to, in the order in which they come. */
const koboByKobo = (schedule: readonly Installment[]) =>
  schedule.map(({ amount, interest }) => "i".repeat(interest) + "p".repeat(amount - interest)).join("");

test("a plan changes nothing of what is paid, and comes to exactly what was left, the interest in proportion", () => {
  fc.assert(
    fc.property(drawn, ({ schedule, paid, plan }) => {
      const after = planned(schedule, kobo(paid), plan);
      expect(after.map(({ number }) => number)).toEqual(after.map((_, i) => i + 1));
      expect(after.slice(-plan.length).map(({ dueDate, amount }) => ({ dueDate, amount }))).toEqual(plan);
      const [was, is] = [koboByKobo(schedule), koboByKobo(after)];
      expect(is.slice(0, paid)).toBe(was.slice(0, paid));
      expect(is.split("").sort().join("")).toBe(was.split("").sort().join(""));
      const left = was.slice(paid);
      const share = left.replaceAll("p", "").length / left.length;
      for (const { amount, interest } of after.slice(-plan.length)) {
        expect(Math.abs(interest - amount * share)).toBeLessThan(1);
        expect(interest).toBeLessThanOrEqual(amount);
      }
    }),
  );
});

test("the first day by which more is due is found, whatever the dates", () => {
  fc.assert(
    fc.property(drawn, ({ schedule, paid, plan }) => {
      const after = planned(schedule, kobo(paid), plan);
      const dueBy = (of: readonly Installment[], date: string) =>
        of.reduce((sum, { dueDate, amount }) => (dueDate > date ? sum : sum + amount), 0);
      const days = Array.from({ length: 120 }, (_, i) => addDays(today, i - 30));
      expect(moreDueBy(after, schedule)).toBe(days.find((day) => dueBy(after, day) > dueBy(schedule, day)) ?? null);
    }),
  );
});

test("a plan to begin with has equal amounts, and months end where they end", () => {
  const months = equalPlan({ total: kobo(100), count: 3, first: "2027-12-31", step: "MONTH" });
  expect(months).toEqual([
    { dueDate: "2027-12-31", amount: 33 },
    { dueDate: "2028-01-31", amount: 33 },
    { dueDate: "2028-02-29", amount: 34 },
  ]);
  const dates = (step: "WEEK" | "TWO_WEEKS") =>
    equalPlan({ total: kobo(2), count: 2, first: "2026-12-28", step }).map(({ dueDate }) => dueDate);
  expect([dates("WEEK"), dates("TWO_WEEKS")]).toEqual([
    ["2026-12-28", "2027-01-04"],
    ["2026-12-28", "2027-01-11"],
  ]);
});
