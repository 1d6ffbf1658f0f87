import { readdirSync } from "node:fs";
import { join } from "node:path";
import { stopOrphan } from "./postgres-orphan.mjs";
import { gone, isRunning, run } from "./processes.mjs";

/** @typedef {import("node:child_process").ChildProcess} ChildProcess */

/** The processes a test run started and that have not ended. @type {Set<ChildProcess>} */
const children = new Set();

/**
 * Runs a suite to its end, in a process group of its own, so that it can be ended with all it started.
 * @param {string} path
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
export async function launch(path, args, env) {
  const code = await run(path, args, { env, detached: true, onSpawn: launch.note });
  return code;
}

launch.note = (/** @type {ChildProcess} */ child) => {
  children.add(child);
  child.once("close", () => children.delete(child));
};

/**
 * Asks what still runs to stop, the way Ctrl-C does; then ends what does not, and the databases it left behind.
 * @param {string} scratch the run's own folder
 */
export async function endAll(scratch) {
  const left = [...children].filter(isRunning);
  for (const child of left) signal(child, "SIGINT");
  for (const child of left) {
    if (!(await gone(child.pid, 30_000))) signal(child, "SIGKILL");
  }
  for (const name of readdirSync(scratch)) await stopOrphan(join(scratch, name, "pg"));
}

/** @param {ChildProcess & { pid: number }} child @param {NodeJS.Signals} name */
function signal(child, name) {
  try {
    process.kill(-child.pid, name);
  } catch {
    child.kill(name);
  }
}
