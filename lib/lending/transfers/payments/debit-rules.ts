import { day, later, latest } from "@/lib/kernel/calendar";
import { greatest, type Kobo, least, zero } from "@/lib/kernel/money";
import type { BusinessTime } from "@/lib/kernel/time";
import { type Delinquency, type DelinquencyFacts, overdueBeyond } from "@/lib/terms/loans/delinquency";
import { isCollected, type LoanState } from "@/lib/terms/loans/states";
import { debitAfterDays, debitEveryDays, noticeDays } from "@/lib/terms/payments/constants";

type Standing = {
  status: LoanState;
  pausedAt: BusinessTime | null;
  delinquency: Delinquency;
  /** What was written off and is not recovered. */
  lost: Kobo;
};

/** After a write-off all that is not recovered, and no more than the mandate still covers. Zero in a pause. */
export function debitableArrears({ status, pausedAt, delinquency, lost }: Standing, room: Kobo): Kobo {
  if (status === "WRITTEN_OFF") return least(lost, greatest(zero, room));
  if (!isCollected(status) || pausedAt || delinquency.daysPastDue <= debitAfterDays) return zero;
  return least(delinquency.overdueAmount, greatest(zero, room));
}

/** A week after the last debit, and for arrears old enough. Null when time alone does not lead there. */
export function announceableFrom(
  standing: Standing,
  facts: DelinquencyFacts,
  lastDebit: BusinessTime | null,
): BusinessTime | null {
  const { status, pausedAt, delinquency, lost } = standing;
  const written = status === "WRITTEN_OFF" && lost > zero;
  if (!written && (!isCollected(status) || pausedAt)) return null;
  const old = written || delinquency.daysPastDue > debitAfterDays ? facts.now : overdueBeyond(debitAfterDays, facts);
  return old && apartFrom(lastDebit, old);
}

/** The moment, or when as many days have passed since the last debit as have to lie between them. */
export function apartFrom(lastDebit: BusinessTime | null, moment: BusinessTime): BusinessTime {
  return lastDebit ? latest(moment, later(lastDebit, (debitEveryDays - noticeDays) * day)) : moment;
}
