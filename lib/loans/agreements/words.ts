// Kept: making a format takes many times as long as using it.
const longDate = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

/** A date (YYYY-MM-DD) as people read it: `21 November 2026`. */
export function dateInWords(date: string): string {
  return longDate.format(new Date(`${date}T00:00:00Z`));
}

/** A moment in Lagos time, to the second: `21 November 2026, 14:05:30`. */
export function momentInWords(moment: string): string {
  // Lagos is an hour ahead of UTC all year.
  const lagos = new Date(Date.parse(moment) + 3_600_000).toISOString();
  return `${dateInWords(lagos.slice(0, 10))}, ${lagos.slice(11, 19)}`;
}

/** Percent with at most four decimals, and at least so many. */
export function percentInWords(percent: number, decimals = 0): string {
  return `${percent.toLocaleString("en-NG", { minimumFractionDigits: decimals, maximumFractionDigits: 4 })}%`;
}

export function counted(number: number, noun: string): string {
  return `${number.toLocaleString("en-NG")} ${noun}${number === 1 ? "" : "s"}`;
}
