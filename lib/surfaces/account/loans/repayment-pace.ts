import { addDays, daysBetween } from "@/lib/kernel/calendar";
import { type Kobo, negated, sumOf, toKobo } from "@/lib/kernel/money";
import type { Statement } from "@/lib/loans/statements/schema";
import type { LoanStatusAnswer } from "@/lib/terms/loans/schema";

/** How far the plan and the payments were at the end of a day; null for days to come. */
export type PacePoint = { date: string; planned: Kobo; paid: Kobo | null };

/** About so many days are shown. */
const shown = 24;

/**
 * What was to be paid back of a loan by its schedule, day by day from its payout to its last due date, and what was. While
 * it runs today is among the days, and afterwards the last one is that of its last movement.
 * @param today of the marketplace's clock
 */
export function repaymentPace(
  loan: Pick<LoanStatusAnswer, "schedule" | "disbursedAt" | "status">,
  { entries }: Pick<Statement, "entries">,
  today: string,
): PacePoint[] {
  const { disbursedAt, schedule } = loan;
  if (disbursedAt === null) return [];
  const from = dateIn(disbursedAt);
  const runs = loan.status === "ACTIVE" || loan.status === "DEFAULTED";
  const latest = [from, ...entries.map(({ at }) => dateIn(at))].reduce(later);
  const known = runs ? later(today, latest) : latest;
  const end = runs ? later(known, schedule.at(-1)?.dueDate ?? known) : known;
  const span = daysBetween(from, end);
  const step = Math.max(1, Math.ceil(span / shown));
  const days = Array.from({ length: Math.ceil(span / step) }, (_, i) => addDays(from, i * step));
  const dates = [...new Set([...days, known, end])].sort();
  return dates.map((date) => ({
    date,
    planned: sumOf(schedule.filter(({ dueDate }) => dueDate <= date).map(({ amount }) => toKobo(amount))),
    paid: date > known ? null : sumOf(entries.filter(({ at }) => dateIn(at) <= date).map(worth)),
  }));
}

/** What an entry does to the part of the loan that is paid back. */
function worth({ kind, amount }: Statement["entries"][number]): Kobo {
  switch (kind) {
    case "DEDUCTION":
    case "PAYMENT":
    case "REFUND_REVERSED":
      return toKobo(amount);
    case "REVERSAL":
    case "REFUND":
    case "DEBIT_REVERSED":
      return negated(toKobo(amount));
    case "DISBURSEMENT":
    case "PAYOUT_REVERSED":
    case "PAID_AGAIN":
      return toKobo(0);
  }
}

function dateIn(moment: string): string {
  return moment.slice(0, 10);
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}
