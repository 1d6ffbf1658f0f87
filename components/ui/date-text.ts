const dateParts = { day: "numeric", month: "long", year: "numeric" } as const;

/** A date (YYYY-MM-DD) in words: `21 November 2026`, or `21 Nov 2026` for narrow places. */
export function dateText(date: string, month: "long" | "short" = "long"): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString("en-GB", { ...dateParts, month, timeZone: "UTC" });
}

/** A moment in Lagos time: `21 November 2026, 14:05`. */
export function momentText(moment: string): string {
  const at = new Date(moment);
  const timeZone = "Africa/Lagos";
  const time = at.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", timeZone });
  return `${at.toLocaleDateString("en-GB", { ...dateParts, timeZone })}, ${time}`;
}
