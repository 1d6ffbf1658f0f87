const timeZone = "Africa/Lagos";
const shortParts = {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZone,
} as const;
const short = new Intl.DateTimeFormat("en-GB", shortParts);
const withSeconds = new Intl.DateTimeFormat("en-GB", { ...shortParts, second: "2-digit" });
const exact = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "long", timeZone });
const ago = new Intl.RelativeTimeFormat("en-GB", { numeric: "auto", style: "long" });

type Props = {
  at: Date | string;
  /** Now: the moment is then told by its distance from it ("3 minutes ago"), up to a week. */
  relative?: Date;
  /** To look the moment up elsewhere by. */
  seconds?: boolean;
};

/** A moment in Lagos time; to the second on hovering. */
export function Moment({ at, relative, seconds = false }: Props) {
  const moment = new Date(at);
  const text =
    (relative && distance(moment.getTime() - relative.getTime())) ?? (seconds ? withSeconds : short).format(moment);
  return (
    <time dateTime={moment.toISOString()} title={exact.format(moment)} className="whitespace-nowrap tabular-nums">
      {text}
    </time>
  );
}

function distance(ms: number): string | null {
  const minutes = Math.round(ms / 60_000);
  if (minutes === 0) return "just now";
  if (Math.abs(minutes) < 60) return ago.format(minutes, "minute");
  const hours = Math.round(minutes / 60);
  if (Math.abs(hours) < 24) return ago.format(hours, "hour");
  const days = Math.round(hours / 24);
  return Math.abs(days) <= 7 ? ago.format(days, "day") : null;
}
