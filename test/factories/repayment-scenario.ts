import { day, hour, later } from "@/lib/kernel/calendar";
import type { BusinessTime } from "@/lib/kernel/time";
import type { OracleDeduction, OracleFacts } from "@/test/oracles/loan-oracle";
import { fc } from "@/test/proof";
import { instant } from "@/test/time";
import type { DisbursedLoanTerms } from "./disbursed-loan";

/** When a scenario begins to be played, in business time. All its facts happened before. */
export const scenarioStart = instant("2026-10-01T08:00:00Z");

/** Of a deduction (no `of`), or of a reversal: the reference of what it reverses. Kobo. */
export type ScenarioFact = OracleDeduction & { of: string | null; at: BusinessTime };

/** When facts happen: few moments, so that several happen at once. */
const moment = fc.integer({ min: 0, max: 5 }).map((hours) => later(scenarioStart, (hours - 200) * hour));

/** Thirty kobo or more: each instalment has room for its share of the interest. */
const terms = fc.record({
  principal: fc.oneof(fc.integer({ min: 30, max: 300 }), fc.integer({ min: 100_000, max: 1_000_000_000 })),
  interestPercent: fc.integer({ min: 0, max: 40 }),
  tenorDays: fc.constantFrom(30, 90, 120),
  cancelled: fc.integer({ min: 1, max: 8 }).map((one) => one === 1),
});

/** What part of the debt, in thousandths, and some kobo. */
const deduction = fc.record({
  thousandths: fc.constantFrom(1, 50, 100, 250, 333, 500, 900, 901, 1_000, 1_200),
  kobo: fc.nat(3),
  at: moment,
});

const reversal = fc.record({
  /** Which deduction; one beyond the last is never reported. */
  of: fc.nat(5),
  part: fc.constantFrom("WHOLE", "WHOLE", "HALF", "THIRD", "KOBO", "EXCESS"),
  at: moment,
});

/** What is done beside reporting each fact for the first time: once more, in contradiction to itself, or something else. */
const furtherKinds = [
  ...["AGAIN", "AGAIN", "OTHER_EVENT", "OTHER_EVENT", "OTHER_FIGURES", "OTHER_BODY"],
  ...["FAILED", "REFUND", "REFUND", "ADVANCE", "PAUSE", "RESUME", "PAY", "PAY"],
] as const;
const further = fc.record({ kind: fc.constantFrom(...furtherKinds), number: fc.nat(20) });

/** A loan, what happened to it, and in which order which of it is reported, how often. */
export const scenarios = fc
  .record({
    terms,
    deductions: fc.array(deduction, { minLength: 1, maxLength: 4 }),
    reversals: fc.array(reversal, { maxLength: 4 }),
    further: fc.array(further, { maxLength: 8 }),
  })
  .chain(({ further, ...drawn }) => {
    const count = drawn.deductions.length + drawn.reversals.length;
    const all = [...Array.from({ length: count }, (_, number) => ({ kind: "FIRST" as const, number })), ...further];
    return fc
      .shuffledSubarray(all, { minLength: all.length, maxLength: all.length })
      .map((operations) => ({ ...drawn, operations }));
  });
export type Scenario = typeof scenarios extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** The loan of a scenario. */
export function loanIn({ terms }: Scenario): Required<Omit<DisbursedLoanTerms, "merchantId">> {
  const { principal, interestPercent, tenorDays } = terms;
  const interest = Math.round((principal * interestPercent) / 100);
  return { principal, interest, tenorDays, disbursedAt: later(scenarioStart, -60 * day) };
}

/** The facts of a scenario: its deductions, then its reversals. */
export function factsIn(scenario: Scenario): ScenarioFact[] {
  const { principal, interest } = loanIn(scenario);
  const deductions = scenario.deductions.map(({ thousandths, kobo, at }, i) => {
    const amount = Math.max(1, Math.round(((principal + interest) * thousandths) / 1_000) + kobo);
    return { reference: `d${i}`, amount, at, of: null };
  });
  const reversals = scenario.reversals.map(({ of, part, at }, i) => {
    const deducted = deductions[of % (deductions.length + 1)];
    const amount = partOf(deducted?.amount ?? 1_000, part);
    return { reference: `r${i}`, amount, at, of: deducted?.reference ?? "never" };
  });
  return [...deductions, ...reversals];
}

function partOf(whole: number, part: string): number {
  const divisors: Record<string, number> = { WHOLE: 1, HALF: 2, THIRD: 3, KOBO: whole };
  const divisor = divisors[part];
  return divisor ? Math.max(1, Math.round(whole / divisor)) : whole + 1;
}

/** What the oracle knows once some facts have been reported, and payments and refunds confirmed. */
export function knownFrom(
  facts: readonly ScenarioFact[],
  refunds: number[] = [],
  payments: number[] = [],
): OracleFacts {
  return {
    deductions: facts.filter(({ of }) => of === null),
    reversals: facts.flatMap((fact) => (fact.of === null ? [] : [{ ...fact, of: fact.of }])),
    refunds,
    payments,
  };
}
