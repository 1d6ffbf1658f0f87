import { describe, expect, test } from "vitest";
import { day, later } from "@/lib/kernel/calendar";
import { kobo, zero } from "@/lib/kernel/money";
import { delinquencyOf } from "@/lib/terms/loans/delinquency";
import { instant } from "@/test/time";
import { announceableFrom, debitableArrears } from "./debit-rules";

const installments = [
  { number: 1, dueDate: "2026-04-01", amount: kobo(1_000), interest: kobo(100) },
  { number: 2, dueDate: "2026-05-01", amount: kobo(1_000), interest: kobo(100) },
];
const onDay31 = instant("2026-05-02T08:00:00Z");
const plenty = kobo(1_000_000);

function standingAt(now = onDay31, paid = 0) {
  const facts = { installments, paid: kobo(paid), pauses: [], now };
  return {
    standing: { status: "ACTIVE", pausedAt: null, delinquency: delinquencyOf(facts), lost: zero } as const,
    facts,
  };
}

describe("what may be debited", () => {
  test("is all that is overdue, once it is more than 30 days past due", () => {
    expect(debitableArrears(standingAt(later(onDay31, -day)).standing, plenty)).toBe(0);
    expect(debitableArrears(standingAt().standing, plenty)).toBe(2_000);
    expect(debitableArrears(standingAt(onDay31, 999).standing, plenty)).toBe(1_001);
    expect(debitableArrears(standingAt(onDay31, 1_000).standing, plenty)).toBe(0);
  });

  test("is no more than the mandate still covers", () => {
    const { standing } = standingAt();
    expect(debitableArrears(standing, kobo(1_500))).toBe(1_500);
    expect(debitableArrears(standing, kobo(-1))).toBe(0);
  });

  test("is nothing while collection is paused, and of a loan that has ended", () => {
    const { standing } = standingAt();
    expect(debitableArrears({ ...standing, pausedAt: onDay31 }, plenty)).toBe(0);
    expect(debitableArrears({ ...standing, status: "DEFAULTED" }, plenty)).toBe(2_000);
    for (const status of ["REPAID", "WRITTEN_OFF"] as const) {
      expect(debitableArrears({ ...standing, status }, plenty)).toBe(0);
      expect(announceableFrom({ ...standing, status }, standingAt().facts, null)).toBeNull();
    }
  });

  test("is all that was lost and is not recovered, of a loan that was written off, at once and weekly", () => {
    const { standing, facts } = standingAt(later(onDay31, -40 * day));
    const written = { ...standing, status: "WRITTEN_OFF", lost: kobo(2_500) } as const;
    expect(debitableArrears(written, plenty)).toBe(2_500);
    expect(debitableArrears(written, kobo(600))).toBe(600);
    expect(announceableFrom(written, facts, null)).toEqual(facts.now);
    expect(announceableFrom(written, facts, facts.now)).toEqual(later(facts.now, 5 * day));
  });
});

describe("a debit may be announced", () => {
  const from = (now = onDay31, lastDebit: typeof onDay31 | null = null, paid = 0) => {
    const { standing, facts } = standingAt(now, paid);
    return announceableFrom(standing, facts, lastDebit);
  };

  test("from the 31st day past due", () => {
    expect(from(instant("2026-03-02T09:00:00Z"))).toEqual(instant("2026-05-02T00:00:00Z"));
    expect(from()).toEqual(onDay31);
    expect(from(onDay31, null, 2_000)).toBeNull();
  });

  test("so that it comes a week after the last one", () => {
    expect(from(onDay31, later(onDay31, -4 * day))).toEqual(later(onDay31, day));
    expect(from(onDay31, later(onDay31, -5 * day))).toEqual(onDay31);
    expect(from(onDay31, later(onDay31, -90 * day))).toEqual(onDay31);
  });

  test("not while collection is paused", () => {
    const { standing, facts } = standingAt();
    const paused = { ...facts, pauses: [{ from: facts.now, until: null }] };
    expect(announceableFrom({ ...standing, pausedAt: facts.now }, paused, null)).toBeNull();
  });
});
