/** What the colour of a series says. Use `main` for what the chart is about and `quiet` for what it is held against. */
export type Tone = "main" | "quiet" | "warning" | "bad";

export type Series = {
  key: string;
  label: string;
  tone?: Tone;
  /** Stands in the table alone: what follows from the others at a glance. */
  onlyInTable?: boolean;
};

/** Values by the key of their series; null: not known, which a line leaves a gap for. */
export type Point = { label: string; values: Readonly<Record<string, number | null>> };

/** Of the values: kobo, a number of things, or hundredths (50 is half). */
export type Format = "money" | "count" | "percent";

export type ChartProps = {
  title: string;
  series: readonly Series[];
  points: readonly Point[];
  format: Format;
  /** What the labels of the points are, as the heading of their column in the table; "Day" unless given. */
  axis?: string;
  empty?: string;
  /** Of bars: the series are parts of a whole and stand on one another. */
  stacked?: boolean;
};

/** The tone of a series as the colour of its text, from which marks take theirs. */
const toneLook: Record<Tone, string> = {
  main: "text-accent",
  quiet: "text-edge",
  warning: "text-warning",
  bad: "text-bad",
};

const tones: readonly Tone[] = ["main", "quiet", "warning", "bad"];

export function drawnSeries(series: readonly Series[]): (Series & { look: string })[] {
  return series
    .filter(({ onlyInTable }) => !onlyInTable)
    .map((one, place) => ({ ...one, look: toneLook[one.tone ?? tones[place % tones.length] ?? "main"] }));
}

export function hasFigures({ series, points }: Pick<ChartProps, "series" | "points">): boolean {
  return points.some(({ values }) => series.some(({ key }) => values[key]));
}
