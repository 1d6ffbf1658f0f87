import { addDays, dateOf, day, daysBetween, startOfDay } from "@/lib/kernel/calendar";
import { greatest, type Kobo, minus, totalOf, zero } from "@/lib/kernel/money";
import { type BusinessTime, businessTimeOf } from "@/lib/kernel/time";
import { firstOpen } from "@/lib/terms/ledger/allocation";
import type { Installment } from "./schedule";
import type { LoanChangeKind } from "./states";

/** Open-ended without `until`. `postponed`: days by which its end moved what was due; absent where nothing moved. */
export type Pause = { from: Date; until: Date | null; postponed?: number };

/** A change to a loan, with the loan's due date before and after it. */
type PausingChange = { kind: LoanChangeKind; at: Date; dueBefore: string; dueAfter: string };

export function pausesFrom(changes: readonly PausingChange[]): Pause[] {
  const pauses: Pause[] = [];
  for (const { kind, at, dueBefore, dueAfter } of changes) {
    const last = pauses.at(-1);
    if (kind === "PAUSE") pauses.push({ from: at, until: null });
    if (kind === "RESUME" && last) {
      last.until = at;
      if (dueAfter !== dueBefore) last.postponed = daysBetween(dueBefore, dueAfter);
    }
  }
  return pauses;
}

/** Milliseconds for which collection has been paused since a given moment. */
export function pausedSince(since: number, pauses: readonly Pause[], now: BusinessTime): number {
  return pauses.reduce((sum, { from, until }) => {
    const end = Math.min((until ?? now).getTime(), now.getTime());
    return sum + Math.max(0, end - Math.max(from.getTime(), since));
  }, 0);
}

/** A loan's position against its schedule (docs/servicing.md#arrears). */
export type Delinquency = {
  daysPastDue: number;
  overdueAmount: Kobo;
  classification: Classification;
  /** Paid ahead of (positive) or behind (negative) what was due before today. */
  aheadBehindAmount: Kobo;
};

export const classifications = ["PERFORMING", "WATCH", "SUBSTANDARD", "DOUBTFUL", "LOST"] as const;
export type Classification = (typeof classifications)[number];

export type DelinquencyFacts = {
  installments: readonly Installment[];
  paid: Kobo;
  pauses: readonly Pause[];
  now: BusinessTime;
};

/**
 * Days past due, counted from the oldest instalment not fully paid: the day after its due date is day one. Paused time
 * does not count, to the millisecond, and nothing falls due in it (docs/servicing.md#pauses).
 */
export function delinquencyOf(facts: DelinquencyFacts): Delinquency {
  const { installments, paid } = facts;
  const now = agedUntil(facts);
  const past = installments.filter(({ dueDate }) => dueDate < dateOf(now));
  const dueBefore = totalOf(past);
  const overdueAmount = greatest(zero, minus(dueBefore, paid));
  const daysPastDue = daysPastDueSince(agingSince({ ...facts, now }), now);
  const aheadBehindAmount = minus(paid, dueBefore);
  return { daysPastDue, overdueAmount, classification: classify(daysPastDue), aheadBehindAmount };
}

/** When it will be over `limit` days past due if nothing is paid; tomorrow if it is. Null: all is paid, or paused. */
export function overdueBeyond(limit: number, facts: DelinquencyFacts): BusinessTime | null {
  const since = agingSince(facts);
  if (since === null || facts.pauses.some(({ until }) => until === null)) return null;
  const beyond = since.getTime() + (limit + 1) * day;
  return businessTimeOf(beyond > facts.now.getTime() ? beyond : startOfDay(facts.now) + day);
}

/** Days past due of a debt that ages since a moment, or will from a later one. */
export function daysPastDueSince(since: BusinessTime | null, now: BusinessTime): number {
  return since ? Math.max(0, Math.floor((now.getTime() - since.getTime()) / day)) : 0;
}

/** The moment as of which a debt is judged: when the pause began that lasts now, or else now. */
function agedUntil({ pauses, now }: Pick<DelinquencyFacts, "pauses" | "now">): BusinessTime {
  const lasting = pauses.find(({ from, until }) => from <= now && (until === null || until > now));
  return lasting ? businessTimeOf(lasting.from) : now;
}

/**
 * Start of the day on which the oldest unpaid instalment fell due, shifted by the time paused since. A pause that moved
 * the instalment is not counted again: since dates only move later, that is any whose first day, moved by as much, is not
 * after the instalment's. Null when all is paid.
 */
export function agingSince({ installments, paid, pauses, now }: DelinquencyFacts): BusinessTime | null {
  const oldest = firstOpen(paid, installments);
  if (!oldest) return null;
  const due = Date.parse(`${oldest.dueDate}T00:00:00Z`);
  const counted = pauses.filter(
    ({ from, postponed }) => postponed === undefined || oldest.dueDate < addDays(dateOf(from), postponed),
  );
  return businessTimeOf(due + pausedSince(due, counted, now));
}

function classify(daysPastDue: number): Classification {
  if (daysPastDue === 0) return "PERFORMING";
  if (daysPastDue <= 30) return "WATCH";
  if (daysPastDue <= 60) return "SUBSTANDARD";
  return daysPastDue <= 90 ? "DOUBTFUL" : "LOST";
}
