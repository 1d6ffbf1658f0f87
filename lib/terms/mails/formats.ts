import { fromKobo, type Kobo, nairaText } from "@/lib/kernel/money";
import type { BusinessTime, RealTime } from "@/lib/kernel/time";

// Kept: making a format takes many times as long as using it.
const tag = "en-NG";
const percents = new Intl.NumberFormat(tag, { style: "percent", maximumFractionDigits: 2 });
const rates = new Intl.NumberFormat(tag, { style: "percent", minimumFractionDigits: 2, maximumFractionDigits: 2 });
const long = { day: "numeric", month: "long", year: "numeric" } as const;
const dates = new Intl.DateTimeFormat(tag, { ...long, timeZone: "UTC" });
const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: "Africa/Lagos" } as const;
const moments = new Intl.DateTimeFormat(tag, { ...long, ...time });

export const money = (amount: Kobo) => nairaText(fromKobo(amount));

/** A share in basis points, with as many decimals as it needs. */
export const percent = (basisPoints: number) => percents.format(basisPoints / 10_000);

/** The same, always with two decimals: rates are compared. */
export const rate = (basisPoints: number) => rates.format(basisPoints / 10_000);

/** A calendar date, YYYY-MM-DD. */
export const date = (day: string) => dates.format(new Date(`${day}T00:00:00Z`));

/** A moment in Lagos, to the minute. */
export const moment = (at: BusinessTime | RealTime) => moments.format(at);

export const days = (count: number) => (count === 1 ? "1 day" : `${count.toLocaleString(tag)} days`);
