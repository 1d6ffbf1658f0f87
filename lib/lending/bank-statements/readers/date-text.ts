import type { CsvDateFormat } from "@/lib/terms/bank-statements/constants";

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const parts = { YYYY: "(?<year>\\d{4})", YY: "(?<short>\\d{2})", MMM: "(?<name>[a-z]{3})", MM: "(?<month>\\d{1,2})" };
const clock = "(?:[T ]+\\d{1,2}:\\d{2}(?::\\d{2}(?:[.]\\d{1,9})?)?(?: ?[ap]m)?(?:z|[+-]\\d{2}:?\\d{2})?)?";

/** A day of a CSV file as `YYYY-MM-DD`; a time after it is the bank's own and is left out. Null where it is none. */
export function dayIn(text: string, format: CsvDateFormat): string | null {
  const found = shapeOf(format).exec(text.trim())?.groups;
  if (!found) return null;
  const { year, short, name, month, day = "" } = found;
  const number = name === undefined ? Number(month) : months.indexOf(name.toLowerCase()) + 1;
  return existing(`${year ?? `20${short}`}-${String(number).padStart(2, "0")}-${day.padStart(2, "0")}`);
}

function shapeOf(format: CsvDateFormat): RegExp {
  const escaped = format.replace(/[./-]/g, "[$&]");
  const day = format === "YYYYMMDD" ? "(?<day>\\d{2})" : "(?<day>\\d{1,2})";
  const month = format === "YYYYMMDD" ? "(?<month>\\d{2})" : parts.MM;
  const shape = escaped
    .replace(/YYYY/, parts.YYYY)
    .replace(/YY/, parts.YY)
    .replace(/MMM/, parts.MMM)
    .replace(/MM/, month)
    .replace(/DD/, day);
  return new RegExp(`^${shape}${clock}$`, "i");
}

/** The day of an ISO 8601 date or moment, as its bank wrote it, whatever the offset behind it. */
export function isoDay(text: string): string | null {
  const [, day] = /^(\d{4}-\d{2}-\d{2})(?:T[\d:.]+)?(?:Z|[+-]\d{2}:\d{2})?$/.exec(text.trim()) ?? [];
  return day === undefined ? null : existing(day);
}

/** Of the years in which statements are made: what is far off is a column read the wrong way round. */
function existing(day: string): string | null {
  const moment = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== day) return null;
  return day >= "1990" && day < "2100" ? day : null;
}
