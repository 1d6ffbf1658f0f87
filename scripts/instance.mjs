import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { Failure, reason } from "./failure.mjs";
import { gone, identity, sameProcess } from "./processes.mjs";

/**
 * What the pid file says of the instance on a data directory.
 * @typedef {import("./processes.mjs").Recorded & { address: string, server?: import("./processes.mjs").Recorded }} Instance
 */

/** How long a killed start's lock holds, in milliseconds; one that lives renews it twice in that time. */
const stale = 3_000;

/** Makes the data directory if need be, and says plainly when it cannot be used. @param {string} dataDir */
export function requireDataDirectory(dataDir) {
  refuseFile(dataDir);
  try {
    // Others may pass through (the database's own user has its folder in there), but not look around.
    makeDirectory(dataDir, 0o711);
    accessSync(dataDir, constants.W_OK | constants.X_OK);
    const probe = join(dataDir, `.probe-${process.pid}`);
    writeFileSync(probe, "");
    rmSync(probe);
  } catch (error) {
    throw new Failure(
      `The data directory ${dataDir} cannot be written (${reason(error)}). Set DATA_DIR to another one.`,
    );
  }
}

/** Says plainly that a data directory is a file, or below one; it may be missing. @param {string} dataDir */
export function refuseFile(dataDir) {
  const file = fileOn(dataDir);
  if (!file) return;
  const where = file === dataDir ? "which" : `on the way to which ${file}`;
  throw new Failure(`DATA_DIR says ${dataDir}, ${where} is a file. Set it to a folder; one that is missing is made.`);
}

/** The first thing on a path, from its end, that is there, if that is no folder. @param {string} path @returns {string | undefined} */
function fileOn(path) {
  if (existsSync(path)) return statSync(path).isDirectory() ? undefined : path;
  return dirname(path) === path ? undefined : fileOn(dirname(path));
}

/**
 * Not mkdir's own `recursive`: that one never returns where a parent exists but takes no entries, as in /proc.
 * @param {string} path
 * @param {number} mode
 */
function makeDirectory(path, mode) {
  if (existsSync(path)) return;
  makeDirectory(dirname(path), mode);
  mkdirSync(path, { mode });
}

/**
 * Says in the data directory's pid file that this process is at work on it, unless another one is, and ends the server
 * of a start that was killed. `lock` then keeps out whoever came at the same moment.
 * @param {string} dataDir
 * @param {{ address: string }} details
 */
export async function claimDataDirectory(dataDir, details) {
  const file = join(dataDir, "server.pid");
  const other = () => {
    const found = read(file);
    if (found && sameProcess(found)) throw taken(dataDir, found);
    return found;
  };
  await stopLeftOver(other()?.server);
  other();

  /** @type {Instance} */
  const own = { pid: process.pid, identity: identity(process.pid), ...details };
  const write = () => {
    const temporary = `${file}.${process.pid}`;
    writeFileSync(temporary, JSON.stringify(own));
    renameSync(temporary, file);
  };
  write();

  /** @type {(() => Promise<void>) | undefined} */
  let unlock;
  return {
    /**
     * @param {(why: Failure) => void} onLost told when the lock is gone while this process still needs it
     */
    async lock(onLost) {
      // Not before the dependencies are installed.
      const { default: lockfile } = await import("proper-lockfile");
      const onCompromised = () => onLost(new Failure(`The lock on ${dataDir} was taken away by another process.`));
      // Long enough for the lock of a killed start to grow stale.
      const retries = { retries: 10, factor: 1, minTimeout: stale / 6, maxTimeout: stale / 6 };
      const options = { lockfilePath: join(dataDir, "server.lock"), stale, retries, onCompromised };
      unlock = await lockfile.lock(dataDir, options).catch((error) => {
        if (error.code === "ELOCKED") throw taken(dataDir, read(file));
        throw new Failure(`Cannot lock ${dataDir}: ${reason(error)}.`);
      });
      write();
    },
    /** @param {Pick<Instance, "server">} more */
    update(more) {
      Object.assign(own, more);
      write();
    },
    async release() {
      if (read(file)?.pid === process.pid) rmSync(file, { force: true });
      await unlock?.().catch(() => {});
    },
  };
}

/** @param {string} dataDir @param {Instance} [other] */
function taken(dataDir, other) {
  const who = other && other.pid !== process.pid ? ` as process ${other.pid} at ${other.address}` : "";
  return new Failure(`Already running on ${dataDir}${who}. Stop it, or set DATA_DIR to another directory.`);
}

/** @param {string} file @returns {Instance | undefined} */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** Where people reach the instance on a data directory, as its last start said. @param {string} dataDir */
export function addressOf(dataDir) {
  return read(join(dataDir, "server.pid"))?.address;
}

/**
 * The server of a start that was killed notices and stops by itself; it holds the port until then.
 * @param {import("./processes.mjs").Recorded} [server]
 */
async function stopLeftOver(server) {
  if (!server || !sameProcess(server)) return;
  process.kill(server.pid, "SIGTERM");
  if (!(await gone(server.pid, 15_000))) process.kill(server.pid, "SIGKILL");
  await gone(server.pid, 2_000);
}
