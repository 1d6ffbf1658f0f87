import { addDays, dateOf, day } from "@/lib/kernel/calendar";
import type { Installment } from "@/lib/terms/loans/schedule";

/** By how many days what is due moves, and the number of the first instalment that does. */
export type Postponement = { first: number; days: number };

/** Each instalment due from the day it began moves by its whole days, rounded up. Null where all were due before. */
export function postponementBy(
  pause: { from: Date; until: Date },
  installments: readonly Installment[],
): Postponement | null {
  const { from, until } = pause;
  const first = installments.find(({ dueDate }) => dueDate >= dateOf(from));
  const days = Math.ceil((until.getTime() - from.getTime()) / day);
  return first && days > 0 ? { first: first.number, days } : null;
}

export function postponed(installments: readonly Installment[], { first, days }: Postponement): Installment[] {
  return installments.map((installment) =>
    installment.number < first ? installment : { ...installment, dueDate: addDays(installment.dueDate, days) },
  );
}
