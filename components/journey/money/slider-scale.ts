/** Roughly how many notches a slider has: few enough to hit one with a finger. */
const notches = 60;

/** The amounts (naira) that a slider stops at: the minimum, round numbers between, the maximum. */
export function scaleOf(minimum: number, maximum: number): number[] {
  if (maximum <= minimum) return [maximum];
  const step = roundStep((maximum - minimum) / notches);
  const between: number[] = [];
  for (let at = Math.floor(minimum / step) * step + step; at < maximum; at += step) between.push(at);
  return [minimum, ...between, maximum];
}

export function notchOf(scale: readonly number[], amount: number): number {
  let nearest = 0;
  for (const [i, value] of scale.entries()) {
    if (Math.abs(value - amount) < Math.abs((scale[nearest] ?? 0) - amount)) nearest = i;
  }
  return nearest;
}

/** The next of 1, 2, 5 times a power of ten, and at least 100. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((value) => value >= least) ?? least;
  return Math.max(100, step);
}
