import { day } from "@/lib/kernel/calendar";
import { type Kobo, kobo, zero } from "@/lib/kernel/money";

/** Differences of less than this between what was agreed and what was taken come of rounding each sale's share. */
export const worthTelling: Kobo = kobo(100);

/** A difference as it is shown: none where it comes of rounding. The exact one stays in the API and in files. */
export function beyondRounding(difference: Kobo): Kobo {
  return Math.abs(difference) < worthTelling ? zero : difference;
}

/** So long may nothing be told of the sales of a merchant that sold weekly, in milliseconds (docs/collection.md#silence). */
export const silentFor = 14 * day;
