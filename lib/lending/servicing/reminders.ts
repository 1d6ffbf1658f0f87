import { addDays, dateOf, daysBetween, earliest, hour, later } from "@/lib/kernel/calendar";
import { type BusinessTime, businessTimeOf } from "@/lib/kernel/time";
import type { Installment } from "@/lib/terms/loans/schedule";

/** Eight in the morning in Lagos, in UTC. */
const morning = 7 * hour;

/** Arrears are told at most once in so many days; a summary is for as many. */
const week = 7;

/** When mails of a day go out. */
export function morningOf(date: string): BusinessTime {
  return businessTimeOf(Date.parse(`${date}T00:00:00Z`) + morning);
}

/** The last whole week of a loan, counted from the day of its disbursement, once its morning has come; else null. */
export function weekOver(startDate: string, now: BusinessTime): { from: string; to: string } | null {
  const weeks = weeksOver(startDate, now);
  return weeks < 1 ? null : { from: addDays(startDate, (weeks - 1) * week), to: addDays(startDate, weeks * week - 1) };
}

export function isArrearsMailDue(toldAt: Date | null, now: BusinessTime): boolean {
  return toldAt === null || daysBetween(dateOf(toldAt), dateOf(now)) >= week;
}

/** Later than `now`; payments and delays make it too early, never too late. A reversal shows at the week's end. */
export function nextReminderAt(
  loan: { startDate: string; installments: readonly Pick<Installment, "dueDate">[]; arrearsToldAt: Date | null },
  now: BusinessTime,
): BusinessTime {
  const { startDate, installments, arrearsToldAt } = loan;
  const summary = morningOf(addDays(startDate, (weeksOver(startDate, now) + 1) * week));
  const mornings = installments.map(({ dueDate }) => morningOf(addDays(dueDate, 1)));
  if (arrearsToldAt) mornings.push(morningOf(addDays(dateOf(arrearsToldAt), week)));
  return earliest(summary, ...mornings.filter((moment) => moment > now));
}

/** Before the first morning it is day -1, and no week is over. */
function weeksOver(startDate: string, now: BusinessTime): number {
  return Math.max(0, Math.floor(daysBetween(startDate, dateOf(later(now, -morning))) / week));
}
