import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { codeOf } from "./failure.mjs";

/**
 * @typedef {{ pid: number, identity: string }} Recorded a process, as it can be found again
 * @typedef {import("node:child_process").ChildProcess} ChildProcess
 * @typedef {import("node:child_process").SpawnOptions & { onSpawn?: (child: ChildProcess) => void }} RunOptions `onSpawn` is
 *   told of the process, for whoever may have to end it
 */

/** Whether a process with this id exists, whoever owns it. @param {number} pid */
export function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/**
 * What tells one process from a later one with the same id: boot and start time. Empty when it cannot be told (the
 * process is gone, or the system has neither /proc nor ps).
 * @param {number} pid
 */
export function identity(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field, the command, may hold spaces and brackets: count from behind it. A zombie runs no more.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z") return "";
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}/${fields[19]}`;
  } catch {
    const ps = spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" });
    return ps.status === 0 ? ps.stdout.trim() : "";
  }
}

/** Where a process id means what it means here: on this machine, and in this container of it. */
export function processSpace() {
  try {
    return `${hostname()} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return hostname();
  }
}

/** Whether the process that was recorded with this identity still runs. @param {Recorded} recorded */
export function sameProcess({ pid, identity: recorded }) {
  return Number.isInteger(pid) && recorded !== "" && identity(pid) === recorded;
}

/** Waits until a process is gone. Answers whether it is. @param {number} pid @param {number} ms */
export async function gone(pid, ms) {
  for (const end = Date.now() + ms; Date.now() < end; await pause(50)) {
    if (!alive(pid) || identity(pid) === "") return true;
  }
  return !alive(pid);
}

/**
 * Whether a child process still runs.
 * @param {ChildProcess | undefined} child
 * @returns {child is ChildProcess & { pid: number }}
 */
export function isRunning(child) {
  return child?.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

/**
 * Asks a child process to end, and makes it when it has not by the limit.
 * @param {ChildProcess | undefined} child
 * @param {number} [limit] milliseconds
 */
export async function endChild(child, limit) {
  if (!isRunning(child)) return;
  const over = once(child, "exit");
  child.kill("SIGTERM");
  const timer = limit && setTimeout(() => child.kill("SIGKILL"), limit);
  await over;
  clearTimeout(timer);
}

/**
 * Runs a command to its end with our terminal for output. Answers its exit code (1 when a signal ended it).
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, { onSpawn, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"], ...options });
    onSpawn?.(child);
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  });
}

/**
 * Calls back once the process that started this one is gone, where that was npm: killed, or in a shell that does not pass on
 * its signals, it leaves us behind. Whoever starts us otherwise may leave us running on purpose.
 * @param {() => void} callback
 */
export function onNpmGone(callback) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    callback();
  }, 250);
  look.unref();
}

/** npm as a command, the one that started us if there is one. @param {string[]} args @returns {[string, string[]]} */
export function npm(args) {
  const script = process.env.npm_execpath;
  if (script?.endsWith(".js")) return [process.execPath, [script, ...args]];
  return process.platform === "win32" ? ["cmd", ["/c", "npm", ...args]] : ["npm", args];
}
