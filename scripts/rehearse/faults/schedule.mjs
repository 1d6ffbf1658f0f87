/**
 * Which faults come, and in which order: each kind as often as its weight says, and no kind a second time before the others
 * have had theirs. The same for the same numbers.
 * @template {{ weight: number }} Kind
 * @param {readonly Kind[]} kinds @param {number} faults @param {() => number} random
 * @returns {Kind[]}
 */
export function scheduleOf(kinds, faults, random) {
  const total = kinds.reduce((sum, { weight }) => sum + weight, 0);
  /** @type {Kind[]} */
  const chosen = [];
  for (let n = 1; n <= faults; n++) {
    const owed = (/** @type {Kind} */ kind) =>
      (kind.weight / total) * n - chosen.filter((one) => one === kind).length + random();
    const [next] = kinds.map((kind) => ({ kind, owed: owed(kind) })).sort((one, other) => other.owed - one.owed);
    if (next) chosen.push(next.kind);
  }
  return chosen;
}
