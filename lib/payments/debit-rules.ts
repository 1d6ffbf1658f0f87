import { day, later, latest } from "@/lib/calendar";
import { type Delinquency, type DelinquencyFacts, overdueBeyond } from "@/lib/loans/delinquency";
import { isCollected, type LoanState } from "@/lib/loans/states";
import { greatest, type Kobo, least, zero } from "@/lib/money";
import type { BusinessTime } from "@/lib/time";
import { debitAfterDays, debitEveryDays, noticeDays } from "./constants";

type Standing = {
  status: LoanState;
  pausedAt: BusinessTime | null;
  delinquency: Delinquency;
  /** What was written off and is not recovered. */
  lost: Kobo;
};

/**
 * What the service may debit of a loan's arrears: all of them once they are old enough, after a write-off all that is
 * not recovered, and no more than the mandate still covers. Zero while collection is paused.
 */
export function debitableArrears({ status, pausedAt, delinquency, lost }: Standing, room: Kobo): Kobo {
  if (status === "WRITTEN_OFF") return least(lost, greatest(zero, room));
  if (!isCollected(status) || pausedAt || delinquency.daysPastDue <= debitAfterDays) return zero;
  return least(delinquency.overdueAmount, greatest(zero, room));
}

/**
 * From when a debit of arrears may be announced: once they are old enough, and so that it comes a week after the last
 * debit. Null when time alone does not lead there.
 */
export function announceableFrom(
  standing: Standing,
  facts: DelinquencyFacts,
  lastDebit: BusinessTime | null,
): BusinessTime | null {
  const { status, pausedAt, delinquency, lost } = standing;
  const written = status === "WRITTEN_OFF" && lost > zero;
  if (!written && (!isCollected(status) || pausedAt)) return null;
  const old = written || delinquency.daysPastDue > debitAfterDays ? facts.now : overdueBeyond(debitAfterDays, facts);
  if (!old || !lastDebit) return old;
  return latest(old, later(lastDebit, (debitEveryDays - noticeDays) * day));
}
