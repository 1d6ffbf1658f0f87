import { addDays } from "@/lib/kernel/calendar";
import { type Kobo, kobo, plus, zero } from "@/lib/kernel/money";

/** One instalment: its number from 1, its due date (YYYY-MM-DD), its amount, and the interest part of that amount. */
export type Installment = { number: number; dueDate: string; amount: Kobo; interest: Kobo };

const shortTenorDays = [7, 14, 21, 30];

/** In days after disbursement (docs/lending.md#schedule): every 30 days; a 30-day tenor is repaid weekly. */
export function installmentDays(tenorDays: number): number[] {
  if (tenorDays === 30) return shortTenorDays;
  const count = Math.floor(tenorDays / 30);
  return Array.from({ length: count }, (_, i) => (i === count - 1 ? tenorDays : (i + 1) * 30));
}

/** Equal instalments with equal interest shares; remainders go into the last one, so the sums are exact. */
export function schedule(
  { principal, interest }: { principal: Kobo; interest: Kobo },
  tenorDays: number,
  startDate: string,
): Installment[] {
  const days = installmentDays(tenorDays);
  const amounts = equalParts(plus(principal, interest), days.length);
  const interests = equalParts(interest, days.length);
  return days.map((after, i) => ({
    number: i + 1,
    dueDate: addDays(startDate, after),
    amount: amounts[i] ?? zero,
    interest: interests[i] ?? zero,
  }));
}

/** Whole kobo each; the remainder goes into the last one. */
export function equalParts(total: Kobo, count: number): Kobo[] {
  const equal = kobo(Math.floor(total / count));
  const last = kobo(total - equal * (count - 1));
  return Array.from({ length: count }, (_, i) => (i === count - 1 ? last : equal));
}
