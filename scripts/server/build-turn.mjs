import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { codeOf } from "#scripts/failure.mjs";
import { gone, identity, sameProcess } from "#scripts/processes.mjs";

/**
 * One build at a time: a file says who builds. Two at once would write into one folder, from which somebody may serve by then,
 * and Next refuses them.
 * @typedef {{ starter?: import("#scripts/processes.mjs").Recorded, build?: import("../processes.mjs").Recorded }} UnderWay
 * @typedef {{ begun: (pid: number | undefined) => void, over: () => void }} Turn `begun` is told of Next's own process
 */

/** So long who has made the file may take to write into it, in milliseconds. */
const writing = 5_000;

/**
 * Waits for another start's build to end, and ends that of a start that was killed.
 * @param {string} file
 * @returns {Promise<Turn>}
 */
export async function takeBuildTurn(file) {
  const starter = recorded(process.pid);
  mkdirSync(dirname(file), { recursive: true });
  while (!claim(file, { starter })) {
    const found = read(file);
    if (found?.starter && sameProcess(found.starter)) await pause(500);
    else if (found) await clear(file, found);
    else await pause(20);
  }
  return {
    begun: (pid) => writeFileSync(file, JSON.stringify({ starter, build: recorded(pid ?? 0) })),
    over: () => rmSync(file, { force: true }),
  };
}

/** @param {string} file @param {UnderWay} own @returns {boolean} whether it is ours now */
function claim(file, own) {
  try {
    writeFileSync(file, JSON.stringify(own), { flag: "wx" });
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Ends a build whose starter is gone, and takes its file away. @param {string} file @param {UnderWay} left */
async function clear(file, left) {
  if (left.build && sameProcess(left.build)) {
    process.kill(left.build.pid, "SIGKILL");
    await gone(left.build.pid, 10_000);
  }
  const away = `${file}.${process.pid}`;
  try {
    renameSync(file, away);
  } catch {
    return;
  }
  // Another that waited may have been quicker: then it is the next one's.
  const taken = read(away);
  if (taken?.starter && sameProcess(taken.starter)) claim(file, taken);
  rmSync(away, { force: true });
}

/** Undefined where there is none, or its writer is at it. @param {string} file @returns {UnderWay | undefined} */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    return written !== undefined && Date.now() - written > writing ? {} : undefined;
  }
}

/** @param {number} pid */
const recorded = (pid) => ({ pid, identity: identity(pid) });
