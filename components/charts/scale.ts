import type { ChartProps, Format } from "./chart-props";

/** The smallest step between two marks that its short form says exactly: a naira, one thing, a tenth of a hundredth. */
const leastStep: Record<Format, number> = { money: 100, count: 1, percent: 0.1 };

const mostSteps = 5;

/** Round numbers around all that is drawn, nought among them, which `formatShort` writes without rounding. */
export function marksOf({ series, points, format, stacked }: Omit<ChartProps, "title">): number[] {
  const drawn = series.filter(({ onlyInTable }) => !onlyInTable);
  const values = points.flatMap(({ values }) => {
    const each = drawn.map(({ key }) => values[key] ?? 0);
    return stacked ? [each.reduce((sum, value) => sum + Math.max(0, value), 0), ...each] : each;
  });
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const step = stepFor(high - low, leastStep[format]);
  const [first, last] = [Math.floor(low / step), Math.max(Math.ceil(high / step), 1)];
  return Array.from({ length: last - first + 1 }, (_, i) => rounded((first + i) * step));
}

/** 1, 2 or 5 of a power of ten of `least`. */
function stepFor(span: number, least: number): number {
  let power = least;
  while (true) {
    const step = [1, 2, 5].map((times) => times * power).find((one) => span / one <= mostSteps);
    if (step !== undefined) return step;
    power *= 10;
  }
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
