import { inColumns } from "#scripts/rehearse/table.mjs";

/**
 * One fault, as it was: whether somebody met it, where that can be said, and after how many milliseconds all was at work again.
 * @typedef {{ kind: string, met: number | undefined, recovered: number }} Struck
 */

const seconds = (/** @type {number} */ milliseconds) => (milliseconds / 1000).toFixed(1);

/** What is in the middle, and what is largest. @param {readonly number[]} all */
function spread(all) {
  const sorted = [...all].sort((one, other) => one - other);
  return { half: sorted[Math.floor(sorted.length / 2)] ?? 0, most: sorted.at(-1) ?? 0 };
}

/**
 * The faults by kind: how often each, how often it was met, and how long all took to be at work again.
 * @param {readonly Struck[]} struck @param {ReadonlyMap<string, { times: number, why: string }>} skipped @returns {string[]}
 */
export function faultTable(struck, skipped) {
  const head = ["Fault", "Times", "Met", "Back after s", "at most"];
  const kinds = [...new Set(struck.map(({ kind }) => kind))].sort();
  const lines = kinds.map((kind) => {
    const those = struck.filter((one) => one.kind === kind);
    const { half, most } = spread(those.map(({ recovered }) => recovered));
    const met = those.some((one) => one.met !== undefined)
      ? `${those.reduce((sum, one) => sum + (one.met ?? 0), 0)}`
      : "";
    return [kind, String(those.length), met, seconds(half), seconds(most)];
  });
  const left = [...skipped].map(([kind]) => [kind, "skipped", "", "", ""]);
  const why = [...skipped].map(([kind, { times, why }]) => `Skipped, ${times} times: ${kind}: ${why}.`);
  return [...inColumns([head, ...lines, ...left], 1), ...why];
}

/** Kinds that were there and that nobody met: nothing is known of them. @param {readonly Struck[]} struck */
export function unmet(struck) {
  const kinds = new Set(struck.filter(({ met }) => met !== undefined).map(({ kind }) => kind));
  return [...kinds].filter((kind) => !struck.some((one) => one.kind === kind && one.met));
}

/** How late events were heard of, in milliseconds after what they tell of was answered. @param {readonly number[]} delays */
export function delayLine(delays) {
  const { half, most } = spread(delays);
  return `Heard of within ${seconds(half)} s by half, within ${seconds(most)} s by all`;
}
