import { minute } from "@/lib/kernel/calendar";

const fields = [
  { name: "minute", from: 0, to: 59 },
  { name: "hour", from: 0, to: 23 },
  { name: "day of the month", from: 1, to: 31 },
  { name: "month", from: 1, to: 12 },
  { name: "day of the week", from: 0, to: 6 },
] as const;

/** Longest that a schedule may be silent. */
const mostMinutes = 366 * 24 * 60;

/**
 * A schedule of five fields, in UTC.
 * @throws Error when the server would not take it.
 */
export function parseCron(source: string): { after: (moment: number) => number } {
  const parts = source.trim().split(/\s+/);
  if (parts.length !== fields.length) throw new Error(`'${source}' isn't a valid cron schedule`);
  const allowed = fields.map((field, i) => {
    const values = new Set((parts[i] ?? "").split(",").flatMap((range) => valuesOf(range, field.from, field.to)));
    if (values.size === 0) throw new Error(`'${source}' isn't a valid cron schedule: its ${field.name}`);
    return { values, every: parts[i] === "*" };
  });
  const fits = (moment: Date) => {
    const of = [
      moment.getUTCMinutes(),
      moment.getUTCHours(),
      moment.getUTCDate(),
      moment.getUTCMonth() + 1,
      moment.getUTCDay(),
    ];
    const ok = of.map((value, i) => allowed[i]?.values.has(value) ?? false);
    // Where both days are given, either will do.
    const [dayOfMonth, dayOfWeek] = [allowed[2], allowed[4]];
    const day = dayOfMonth?.every || dayOfWeek?.every ? ok[2] && ok[4] : ok[2] || ok[4];
    return ok[0] && ok[1] && ok[3] && day;
  };
  return {
    /** The first moment after this one, in milliseconds. */
    after(moment) {
      const first = Math.floor(moment / minute) * minute + minute;
      for (let at = first, tried = 0; tried < mostMinutes; at += minute, tried++) if (fits(new Date(at))) return at;
      throw new Error(`'${source}' never comes`);
    },
  };
}

function valuesOf(range: string, from: number, to: number): number[] {
  const match = /^(?:(\*)|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(range);
  if (!match) return [];
  const [, all, first, last, step] = match;
  const low = all ? from : Number(first);
  const high = all || (step && !last) ? to : Number(last ?? first);
  if (low < from || high > to || low > high || step === "0") return [];
  const by = Number(step ?? 1);
  return Array.from({ length: Math.floor((high - low) / by) + 1 }, (_, i) => low + i * by);
}
