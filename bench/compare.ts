import { takeTime } from "@/db/statement-limit";

// What a measurement fills beforehand takes its time; the product that it measures has a process of its own.
takeTime();

/** Does a piece of work once, to its end, and answers the figure that it is measured by. */
export type Side = () => Promise<number>;

/**
 * Measures the product and its floor in turn, once each to warm up and then in pairs, and prints both and their ratio.
 * Two measurements of one pair lie moments apart, so that whatever else the machine does weighs on both: the ratio is
 * the median of the pairs' ratios, which tells more than the ratio of the medians.
 */
export async function compare(bench: {
  name: string;
  /** What is counted: `reads/s`, `ms`. */
  unit: string;
  pairs: number;
  product: Side;
  floor: Side;
  /** What the floor does, in one line. */
  floorIs: string;
}): Promise<void> {
  const { name, unit, pairs, product, floor, floorIs } = bench;
  await product();
  await floor();
  const measured: { product: number; floor: number }[] = [];
  for (let i = 0; i < pairs; i++) measured.push({ product: await product(), floor: await floor() });
  const ratios = measured.map((pair) => pair.product / pair.floor);
  print([
    "",
    name,
    `  product ${figure(measured.map((pair) => pair.product))} ${unit}`,
    `  floor   ${figure(measured.map((pair) => pair.floor))} ${unit}: ${floorIs}`,
    `  ratio   ${median(ratios).toFixed(3)} (${Math.min(...ratios).toFixed(3)} to ${Math.max(...ratios).toFixed(3)}, ${pairs} pairs)`,
  ]);
}

/** Measures and prints something that has no floor of its own. */
export async function measure(bench: { name: string; unit: string; rounds: number; product: Side }): Promise<void> {
  const { name, unit, rounds, product } = bench;
  await product();
  const measured: number[] = [];
  for (let i = 0; i < rounds; i++) measured.push(await product());
  print(["", name, `  product ${figure(measured)} ${unit}`]);
}

function figure(values: readonly number[]): string {
  return Math.round(median(values)).toLocaleString("en").padStart(9);
}

/** The middle one of some figures. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low, high] = sorted.length % 2 === 1 ? [middle, middle] : [middle - 1, middle];
  return ((sorted[low] ?? Number.NaN) + (sorted[high] ?? Number.NaN)) / 2;
}

export function print(lines: readonly string[]): void {
  for (const line of lines) console.log(line);
}
