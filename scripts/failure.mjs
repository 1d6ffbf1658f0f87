/** Something the person at the terminal can act on: shown as its own line(s), without a stack. */
export class Failure extends Error {}

/**
 * Shows an error on stderr: a `Failure` as it is, anything else with its stack, because that one is a defect here.
 * @param {unknown} error
 */
export function report(error) {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${error instanceof Failure ? error.message : stack}\n`);
}

/** The code of an error of the operating system or of a library. @param {unknown} error */
export function codeOf(error) {
  const { code = "" } = /** @type {{ code?: string }} */ (error);
  return code;
}

/** @type {Record<string, string>} */
const words = { EACCES: "permission denied", EPERM: "permission denied", EROFS: "read-only file system" };

/** The reason behind an error of the operating system, in a few words. @param {unknown} error */
export function reason(error) {
  return words[codeOf(error)] ?? (error instanceof Error ? error.message : String(error));
}
