import { addDays } from "@/lib/kernel/calendar";
import { greatest, type Kobo, kobo, least, minus, plus, sumOf, zero } from "@/lib/kernel/money";
import { worthTelling } from "@/lib/terms/collection/constants";
import type { DayFigures } from "@/lib/terms/collection/day-schema";
import type { Pause } from "@/lib/terms/loans/delinquency";
import { judgedFrom, type Windows, windowAt } from "./window";

export const collectionKinds = [
  "SHORT_DEDUCTION",
  "PAUSED_DEDUCTION",
  "EXCEEDS_SALE",
  "DUPLICATE_ORDER",
  "OVER_DEDUCTION",
  "SALE_CHANGED",
] as const;
export type CollectionKind = (typeof collectionKinds)[number];

/** What is wrong about a day: what was agreed and what was taken. */
export type Finding = { day: string; kind: CollectionKind; expected: Kobo; actual: Kobo };

/** What a day comes to. `judgedFrom`: in milliseconds, infinite while collection is paused. */
export type SpreadDay = {
  day: string;
  agreed: Kobo;
  taken: Kobo;
  missing: Kobo;
  excess: Kobo;
  changed: Kobo;
  judgedFrom: number;
  judged: boolean;
  /** Nothing was asked for or taken. */
  empty: boolean;
  findings: Finding[];
};

export type SpreadFacts = {
  /** In order. */
  days: readonly { day: string; own: DayFigures }[];
  windows: Windows;
  pauses: readonly Pause[];
  /** The days with deductions that have no sale behind them at all. */
  withoutSales: ReadonlySet<string>;
  /** Nothing is short of a loan that is repaid. */
  repaid: boolean;
  /** Kobo: of what was taken too much, refunded to the merchant. */
  refunded: Kobo;
  now: Date;
};

type Covered = {
  day: string;
  own: DayFigures;
  open: Kobo;
  cover: Kobo;
  /** What was taken of the day's sales and covers other days. */
  given: Kobo;
  rest: { usual: Kobo; paused: Kobo };
};

/** Differences up to this are of rounding: a hundredth of what was agreed, and at least a naira. */
export function toleranceOf(agreed: Kobo): Kobo {
  return greatest(worthTelling, kobo(Math.floor(agreed / 100)));
}

/** docs/collection.md#days */
export function spread(facts: SpreadFacts): SpreadDay[] {
  const { windows, pauses, withoutSales, repaid, now } = facts;
  const covered = facts.days.map(({ day, own }): Covered => {
    return { day, own, open: openOf(own), cover: zero, given: zero, rest: { usual: zero, paused: zero } };
  });
  for (const day of covered) cover(day, covered, windowAt(windows, day.day));
  const days = covered.map((one): SpreadDay => {
    const { day, own, open, cover: covering, given, rest } = one;
    const from = judgedFrom(day, windowAt(windows, day), pauses);
    const judged = from <= now.getTime();
    const deficit = minus(open, covering);
    const over = minus(overOf(own), given);
    const restOfAll = plus(rest.usual, rest.paused);
    const behind = !withoutSales.has(day);
    const changed = repaid ? zero : own.changed;
    const findings = findingsOf(one, {
      short: judged && !repaid ? deficit : zero,
      over: plus(over, behind ? rest.usual : zero),
      // Its sales may be reported until then.
      withoutSale: !behind && judged ? rest.usual : zero,
      changed,
    });
    return {
      day,
      agreed: own.agreed,
      taken: plus(minus(own.taken, given), plus(covering, restOfAll)),
      missing: judged ? deficit : zero,
      excess: plus(plus(own.surplus, over), restOfAll),
      changed,
      judgedFrom: from,
      judged,
      empty: isEmpty(own),
      findings,
    };
  });
  makeGood(days, facts.refunded);
  return days;
}

function isEmpty({ used, taken, unsourced }: DayFigures): boolean {
  return [used, taken, unsourced.usual, unsourced.paused, unsourced.recovered].every((amount) => amount === 0);
}

/** What is open of a day before anything without a sale covers it. */
function openOf({ agreed, taken, surplus }: DayFigures): Kobo {
  return greatest(zero, minus(agreed, minus(taken, surplus)));
}

/** What the regular sales of a day gave beyond what was agreed. */
function overOf({ agreed, taken, surplus }: DayFigures): Kobo {
  return greatest(zero, minus(minus(taken, surplus), agreed));
}

/** Within the window before it, then older ones. */
function cover(from: Covered, days: readonly Covered[], windowDays: number): void {
  const { usual, paused, recovered } = from.own.unsourced;
  const catchingUp = least(from.own.catchUp, overOf(from.own));
  if (sumOf([usual, paused, recovered, catchingUp]) === 0) return;
  const begin = addDays(from.day, -windowDays);
  const before = days.filter(({ day }) => day <= from.day);
  const inTurn = [...before.filter(({ day }) => day >= begin), ...before.filter(({ day }) => day < begin)];
  const rest = (amount: Kobo) => inTurn.reduce((left, day) => coverOne(day, left), amount);
  from.given = minus(catchingUp, rest(catchingUp));
  from.rest = { usual: rest(usual), paused: rest(paused) };
  // What comes in after a write-off beyond what is open is a recovery, and nothing is wrong with it.
  rest(recovered);
}

function coverOne(day: Covered, amount: Kobo): Kobo {
  const covering = least(amount, minus(day.open, day.cover));
  day.cover = plus(day.cover, covering);
  return minus(amount, covering);
}

function findingsOf(
  { day, own }: Covered,
  beyond: { short: Kobo; over: Kobo; withoutSale: Kobo; changed: Kobo },
): Finding[] {
  const { agreed, paused, exceeds, duplicate } = own;
  const tolerance = toleranceOf(agreed);
  const amounts: Record<CollectionKind, { expected: Kobo; actual: Kobo }> = {
    SHORT_DEDUCTION: { expected: agreed, actual: minus(agreed, beyond.short) },
    PAUSED_DEDUCTION: { expected: zero, actual: paused },
    EXCEEDS_SALE: { expected: exceeds.agreed, actual: plus(exceeds.taken, beyond.withoutSale) },
    DUPLICATE_ORDER: { expected: duplicate.agreed, actual: duplicate.taken },
    OVER_DEDUCTION: { expected: agreed, actual: plus(agreed, beyond.over) },
    SALE_CHANGED: { expected: agreed, actual: minus(agreed, beyond.changed) },
  };
  return collectionKinds
    .map((kind) => ({ day, kind, ...amounts[kind] }))
    .filter(({ expected, actual }) => Math.abs(actual - expected) > tolerance);
}

/** What was refunded to the merchant is no longer too much: of the newest days first. */
function makeGood(days: readonly SpreadDay[], refunded: Kobo): void {
  let left = refunded;
  for (const one of [...days].reverse()) {
    const over = one.findings.find(({ kind }) => kind === "OVER_DEDUCTION");
    if (!over || minus(over.actual, over.expected) > left) continue;
    left = minus(left, minus(over.actual, over.expected));
    one.findings = one.findings.filter((finding) => finding !== over);
  }
}
