import { fromKobo, type Kobo, nairaText } from "@/lib/kernel/money";
import type { BusinessTime, RealTime } from "@/lib/kernel/time";
import type { Locale } from "@/lib/terms/notifications";

/** How a language writes figures and dates. */
export type Formats = {
  /** An amount of money. */
  money: (amount: Kobo) => string;
  /** A share in basis points, with as many decimals as it needs. */
  percent: (basisPoints: number) => string;
  /** The same, always with two decimals: rates are compared. */
  rate: (basisPoints: number) => string;
  /** A calendar date, YYYY-MM-DD. */
  date: (date: string) => string;
  /** A moment in Lagos, to the minute. */
  moment: (moment: BusinessTime | RealTime) => string;
};

const tags: Record<Locale, string> = { en: "en-NG" };

function formatsFor(tag: string): Formats {
  const percent = new Intl.NumberFormat(tag, { style: "percent", maximumFractionDigits: 2 });
  const rate = new Intl.NumberFormat(tag, { style: "percent", minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const long = { day: "numeric", month: "long", year: "numeric" } as const;
  const date = new Intl.DateTimeFormat(tag, { ...long, timeZone: "UTC" });
  const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: "Africa/Lagos" } as const;
  const moment = new Intl.DateTimeFormat(tag, { ...long, ...time });
  return {
    money: (amount) => nairaText(fromKobo(amount)),
    percent: (basisPoints) => percent.format(basisPoints / 10_000),
    rate: (basisPoints) => rate.format(basisPoints / 10_000),
    date: (day) => date.format(new Date(`${day}T00:00:00Z`)),
    moment: (at) => moment.format(at),
  };
}

// Kept: making a format takes many times as long as using it.
export const formats: Record<Locale, Formats> = { en: formatsFor(tags.en) };
