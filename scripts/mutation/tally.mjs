/**
 * @typedef {object} Tally
 * @property {string} name
 * @property {number} killed by a failing test, by one that no longer ended, or because the program could not even be loaded
 * @property {number} survived though tests went through it
 * @property {number} uncovered through which no test went
 * @property {number} floor
 */

/**
 * @param {string} name
 * @param {readonly { status: string }[]} mutants
 * @param {number} floor
 * @returns {Tally}
 */
export function tally(name, mutants, floor) {
  const count = (/** @type {string[]} */ ...statuses) =>
    mutants.filter(({ status }) => statuses.includes(status)).length;
  return {
    name,
    killed: count("Killed", "Timeout", "RuntimeError"),
    survived: count("Survived"),
    uncovered: count("NoCoverage"),
    floor,
  };
}

/**
 * What was noticed of all that could be, in percent.
 * @param {Tally} tally
 */
export function score({ killed, survived, uncovered }) {
  return (100 * killed) / (killed + survived + uncovered);
}

/**
 * Whether the group reaches its floor; one without mutants has been looked at by nobody.
 * @param {Tally} tally
 */
export function holds(tally) {
  return score(tally) >= tally.floor;
}

/**
 * One line of the table; without a group, its head.
 * @param {Tally} [of]
 */
export function line(of) {
  if (!of) return row("group", "mutants", "killed", "survived", "uncovered", "score", "floor");
  const { name, killed, survived, uncovered, floor } = of;
  const verdict = holds(of) ? "" : "  too low";
  return row(
    name,
    killed + survived + uncovered,
    killed,
    survived,
    uncovered,
    `${score(of).toFixed(1)} %`,
    `${floor} %${verdict}`,
  );
}

/**
 * @param {string} name
 * @param {(string | number)[]} values
 */
function row(name, ...values) {
  return name.padEnd(12) + values.map((value) => String(value).padStart(10)).join("");
}
