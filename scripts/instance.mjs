import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { Failure, reason } from "./failure.mjs";
import { gone, identity, pause, sameProcess } from "./processes.mjs";

/** Makes the data directory if need be, and says plainly when it cannot be used. */
export function requireDataDirectory(dataDir) {
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

/** Not mkdir's own `recursive`: that one never returns where a parent exists but takes no entries, as in /proc. */
function makeDirectory(path, mode) {
  if (existsSync(path)) return;
  makeDirectory(dirname(path), mode);
  mkdirSync(path, { mode });
}

/**
 * Claims the data directory for this process through its pid file; a file left by a process that is gone is replaced.
 * Answers `{ update, release }`.
 */
export async function claimDataDirectory(dataDir, details) {
  const file = join(dataDir, "server.pid");
  const own = { pid: process.pid, identity: identity(process.pid), ...details };
  for (let attempt = 0; ; attempt++) {
    if (create(file, own)) break;
    const other = read(file);
    if (other && sameProcess(other)) throw taken(dataDir, other);
    if (attempt === 20) throw new Failure(`Cannot claim ${file}; remove it if nothing runs on ${dataDir}.`);
    await stopLeftOver(other);
    rmSync(file, { force: true });
  }
  // Two that replaced the same stale file at the same moment: the later one has it, the earlier one finds out here.
  await pause(100);
  const holder = read(file);
  if (holder?.pid !== process.pid) throw taken(dataDir, holder ?? {});
  return {
    update: (more) => {
      const temporary = `${file}.${process.pid}`;
      writeFileSync(temporary, JSON.stringify(Object.assign(own, more)));
      renameSync(temporary, file);
    },
    release: () => {
      if (read(file)?.pid === process.pid) rmSync(file, { force: true });
    },
  };
}

const taken = (dataDir, { pid, address }) =>
  new Failure(
    `Already running on ${dataDir}${pid ? ` as process ${pid}` : ""}${address ? ` at ${address}` : ""}. Stop it, or set DATA_DIR to another directory.`,
  );

/** Written aside and linked into place, so that nobody ever reads half of it. */
function create(file, content) {
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, JSON.stringify(content));
  try {
    linkSync(temporary, file);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    return createPlainly(file, content);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** For file systems without hard links. */
function createPlainly(file, content) {
  try {
    writeFileSync(file, JSON.stringify(content), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw new Failure(`Cannot write ${file}: ${reason(error)}.`);
  }
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** The server of a start that was killed notices and stops by itself; it holds the port until then. */
async function stopLeftOver(other) {
  const server = other?.server;
  if (!server || !sameProcess(server)) return;
  process.kill(server.pid, "SIGTERM");
  if (!(await gone(server.pid, 15_000))) process.kill(server.pid, "SIGKILL");
  await gone(server.pid, 2_000);
}
