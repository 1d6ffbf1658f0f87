/** Spearman's rank correlation, ties by their mean rank; 0 where one side does not vary. */
export function rankCorrelation(xs: readonly number[], ys: readonly number[]): number {
  const [a, b] = [ranks(xs), ranks(ys)];
  const mean = (a.length + 1) / 2;
  let [together, alone, other] = [0, 0, 0];
  a.forEach((rank, i) => {
    const [x, y] = [rank - mean, (b[i] ?? mean) - mean];
    together += x * y;
    alone += x * x;
    other += y * y;
  });
  return alone === 0 || other === 0 ? 0 : together / Math.sqrt(alone * other);
}

function ranks(values: readonly number[]): number[] {
  const order = values.map((value, i) => ({ value, i })).sort((one, other) => one.value - other.value);
  const result = new Array<number>(values.length).fill(0);
  for (let start = 0; start < order.length; ) {
    let end = start;
    while (end < order.length && order[end]?.value === order[start]?.value) end += 1;
    for (let k = start; k < end; k++) result[order[k]?.i ?? 0] = (start + 1 + end) / 2;
    start = end;
  }
  return result;
}

/** The value below which this share of the values lies; 0 for none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
