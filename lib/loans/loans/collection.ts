import { dateOf, earliest } from "@/lib/kernel/calendar";
import { fromKobo, inNaira, type Kobo } from "@/lib/kernel/money";
import type { BusinessTime } from "@/lib/kernel/time";
import type { Collection, CollectionDay } from "@/lib/terms/collection/schema";

/** Sums of a loan's days, in kobo. */
export type CollectionSums = {
  agreed: Kobo;
  taken: Kobo;
  missing: Kobo;
  excess: Kobo;
  awaited: Kobo;
  changed: Kobo;
  /** The last day on which anything was agreed or taken. */
  lastDay: string | null;
};

export type CollectedLoan = {
  disbursedAt: BusinessTime | null;
  completedAt: BusinessTime | null;
  writtenOffAt: BusinessTime | null;
};

/** Null before the disbursement. What is taken after the loan's end belongs to it too, and lengthens the period. */
export function toCollection(loan: CollectedLoan, sums: CollectionSums, at: BusinessTime): Collection | null {
  const { disbursedAt, completedAt, writtenOffAt } = loan;
  if (!disbursedAt || disbursedAt > at) return null;
  const { lastDay, ...amounts } = sums;
  const until = dateOf(earliest(at, completedAt ?? writtenOffAt ?? at));
  return { from: dateOf(disbursedAt), to: lastDay !== null && lastDay > until ? lastDay : until, ...inNaira(amounts) };
}

export type KeptDay = {
  day: string;
  agreed: Kobo;
  taken: Kobo;
  missing: Kobo;
  excess: Kobo;
  changed: Kobo;
  judgedAt: BusinessTime | null;
};

export function toCollectionDay({ day, agreed, taken, missing, excess, changed, judgedAt }: KeptDay): CollectionDay {
  return {
    day,
    agreed: fromKobo(agreed),
    taken: fromKobo(taken),
    missing: fromKobo(missing),
    excess: fromKobo(excess),
    changed: fromKobo(changed),
    judged: judgedAt !== null,
  };
}
