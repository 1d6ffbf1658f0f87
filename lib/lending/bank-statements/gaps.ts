import { addDays } from "@/lib/kernel/calendar";
import type { Kobo } from "@/lib/kernel/money";

type Days = { fromDay: string; toDay: string; opening: Kobo | null; closing: Kobo | null };

/** Days between an account's statements that none has; not where one opens with what the one before it closed with. */
export function gapsBetween(statements: readonly Days[]): { from: string; to: string }[] {
  const sorted = statements.toSorted((one, other) => (one.fromDay < other.fromDay ? -1 : 1));
  const gaps: { from: string; to: string }[] = [];
  let last: Days | undefined;
  for (const next of sorted) {
    if (last && next.fromDay > addDays(last.toDay, 1)) {
      const followsOn = last.closing !== null && last.closing === next.opening;
      if (!followsOn) gaps.push({ from: addDays(last.toDay, 1), to: addDays(next.fromDay, -1) });
    }
    if (!last || next.toDay > last.toDay) last = next;
  }
  return gaps;
}
