const format = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });

/** A calendar date, given as YYYY-MM-DD: 3 Nov 2026. */
export function Day({ date }: { date: string }) {
  return (
    <time dateTime={date} className="whitespace-nowrap tabular-nums">
      {dayText(date)}
    </time>
  );
}

/** The same where only text can stand. */
export function dayText(date: string): string {
  return format.format(new Date(`${date}T00:00:00Z`));
}
