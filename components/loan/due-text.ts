import { dateText } from "@/components/ui/date-text";

/** A date of the schedule: over, to come, or not to be named yet, since the pause that moves it lasts. */
export type DueDate = "PAST" | "AHEAD" | "MOVING";

/** @param pausedSince when the pause began that lasts now (a moment); null when there is none */
export function dueDateOf(date: string, today: string, pausedSince: string | null): DueDate {
  if (pausedSince === null) return date < today ? "PAST" : "AHEAD";
  return date < pausedSince.slice(0, 10) ? "PAST" : "MOVING";
}

/** A due date in a sentence of its own. @param what names it, at the beginning of the sentence */
export function dueText(what: string, date: string, due: DueDate): string {
  if (due === "MOVING") return `${what}, ${dateText(date)}, moves by as long as the pause lasts.`;
  return `${what} ${due === "PAST" ? "was" : "is"} ${dateText(date)}.`;
}
