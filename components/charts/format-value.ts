import { fromKobo, kobo, nairaText } from "@/lib/kernel/money";
import type { Format } from "./chart-props";

const whole = new Intl.NumberFormat("en-NG", { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });
const tenths = new Intl.NumberFormat("en-NG", { maximumFractionDigits: 1 });

/** A value in full, as tables and tooltips show it; a dash for one that is not known. */
export function formatValue(value: number | null | undefined, format: Format): string {
  if (value === null || value === undefined) return "–";
  switch (format) {
    case "money":
      return nairaText(fromKobo(kobo(Math.round(value))));
    case "percent":
      return `${tenths.format(value)}%`;
    default:
      return whole.format(value);
  }
}

/** A value to three digits, as marks of axes and notes have room for: `₦1.35M`. */
export function formatShort(value: number, format: Format): string {
  switch (format) {
    case "money":
      return `${value < 0 ? "−" : ""}₦${short.format(Math.abs(value) / 100)}`;
    case "percent":
      return `${tenths.format(value)}%`;
    default:
      return short.format(value);
  }
}
