import { inColumns } from "#scripts/rehearse/table.mjs";

/** @typedef {import("./load.mjs").Seen} Seen */

/** So long may a request take, in milliseconds. */
const most = 1_000;

/** The step in which it was asked. @param {ReadonlyMap<string, number>} steps when each began @param {Seen} seen */
const stepOf = (steps, { at }) => [...steps].findLast(([, begun]) => begun <= at)?.[0] ?? "";

/** What is wrong with a request, in words. @param {readonly Seen[]} seen @param {ReadonlyMap<string, number>} steps */
export function slowOrFailed(seen, steps) {
  return seen
    .filter(({ took, failed }) => took > most || failed !== undefined)
    .map((one) => `${stepOf(steps, one)}: ${one.kind} ${one.failed ?? `took ${one.took.toFixed(0)} ms`}`);
}

/** What each step was for those who asked. @param {readonly Seen[]} seen @param {ReadonlyMap<string, number>} steps @returns {string[]} */
export function table(seen, steps) {
  const head = ["Step", "Request", "Count", "Failed", "Half ms", "Most ms"];
  const lines = [...steps.keys()].flatMap((step) => {
    const during = seen.filter((one) => stepOf(steps, one) === step);
    return [...new Set(during.map(({ kind }) => kind))].sort().map((kind) => {
      const those = during.filter((one) => one.kind === kind);
      const took = those.map((one) => one.took).sort((one, two) => one - two);
      const failed = those.filter((one) => one.failed !== undefined).length;
      const ms = [took[Math.floor(took.length / 2)], took.at(-1)].map((one) => (one ?? 0).toFixed(0));
      return [step, kind, String(those.length), String(failed), ...ms];
    });
  });
  return inColumns([head, ...lines], 2);
}
