/** Something the person at the terminal can act on: shown as its own line(s), without a stack. */
export class Failure extends Error {}

/** Shows an error on stderr: a `Failure` as it is, anything else with its stack, because that one is a defect here. */
export function report(error) {
  process.stderr.write(`${error instanceof Failure ? error.message : (error?.stack ?? String(error))}\n`);
}

/** The reason behind an error of the operating system, in a few words. */
export function reason(error) {
  const words = { EACCES: "permission denied", EPERM: "permission denied", EROFS: "read-only file system" };
  return words[error?.code] ?? error?.message ?? String(error);
}
