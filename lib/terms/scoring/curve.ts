/** Value of the field: percent of its points; linear between anchors, flat outside. */
export type Anchors = Readonly<Record<number, number>>;

/** Anchors prepared for lookup: values in ascending order, each with its height. */
export type Line = { readonly xs: readonly number[]; readonly ys: readonly number[] };

/** Sorts anchors and multiplies their heights by `scale`, a whole number, so the heights stay whole numbers. */
export function lineThrough(anchors: Anchors, scale = 1): Line {
  const points = Object.entries(anchors)
    .map(([x, y]) => [Number(x), y * scale] as const)
    .sort(([a], [b]) => a - b);
  return { xs: points.map(([x]) => x), ys: points.map(([, y]) => y) };
}

/**
 * The height of the curve at `x`: linear between anchors, flat outside. Uses only + - * /, which every engine rounds
 * the same way, and whole heights, so that it is monotone even in floating point.
 */
export function heightAt({ xs, ys }: Line, x: number): number {
  let x0 = xs[0] ?? 0;
  let y0 = ys[0] ?? 0;
  if (x <= x0) return y0;
  for (let i = 1; i < xs.length; i++) {
    const x1 = xs[i] ?? x0;
    const y1 = ys[i] ?? y0;
    if (x < x1) return y0 + (y1 - y0) * ((x - x0) / (x1 - x0));
    x0 = x1;
    y0 = y1;
  }
  return y0;
}
