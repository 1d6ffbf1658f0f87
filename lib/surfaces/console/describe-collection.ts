import { nairaText } from "@/lib/kernel/money";
import { type Collection, type CollectionByDay, mostDays } from "@/lib/terms/collection/schema";
import type { CollectionBreak } from "./queries";

/** A loan's collection in lines: the totals, then the days, each with the breaks about it that wait. */
export function describeCollection(found: CollectionByDay | null, breaks: readonly CollectionBreak[]): string[] {
  if (!found) return ["Nothing is collected before the money is out."];
  const { from, to, days, awaited } = found;
  const listed = new Set(days.map(({ day }) => day));
  const waiting = breaks.map(({ id, type, status, subject }) => ({
    day: subject.slice(subject.lastIndexOf(":") + 1),
    text: `${type} ${status} ${id}`,
  }));
  const about = (day: string) => waiting.filter((one) => one.day === day).map(({ text }) => `; ${text}`);
  return [
    `Collection   ${from} to ${to}: ${amountsText(found)}${awaited === 0 ? "" : `, awaited ${nairaText(awaited)}`}`,
    ...days.map((one) =>
      [`${one.day}   ${amountsText(one)}`, one.judged ? "" : ", payout period not over", ...about(one.day)].join(""),
    ),
    ...(days.length < mostDays ? [] : [`Earlier days are in the totals alone: the last ${mostDays} are shown.`]),
    ...waiting.filter(({ day }) => !listed.has(day)).map(({ day, text }) => `${day}   ${text}`),
  ];
}

function amountsText({ agreed, taken, missing, excess, changed }: Omit<Collection, "from" | "to" | "awaited">): string {
  const wrong = [
    missing === 0 ? "" : `, missing ${nairaText(missing)}`,
    excess === 0 ? "" : `, too much ${nairaText(excess)}`,
    changed === 0 ? "" : `, to be decided ${nairaText(changed)}`,
  ];
  return `agreed ${nairaText(agreed)}, taken ${nairaText(taken)}${wrong.join("")}`;
}
