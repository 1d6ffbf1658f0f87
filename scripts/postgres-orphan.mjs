import { spawnSync } from "node:child_process";
import { readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { codeOf, Failure, reason } from "./failure.mjs";
import { alive, gone } from "./processes.mjs";

/**
 * Deals with the pid file of a server that was not stopped. When only our own process was killed, its PostgreSQL still
 * runs: it is stopped, after making sure that the process is a PostgreSQL on this very cluster. When the id belongs to
 * something else by now, the file is removed, because PostgreSQL would take that for a server and refuse to start.
 * @param {string} cluster
 */
export async function stopOrphan(cluster) {
  const file = join(cluster, "postmaster.pid");
  let pid;
  try {
    pid = Number.parseInt(readFileSync(file, "utf8"), 10);
  } catch {
    return;
  }
  if (!(pid > 1) || !alive(pid)) return;
  if (!isPostgresOn(pid, cluster)) return rmSync(file, { force: true });
  try {
    process.kill(pid, "SIGINT");
    if (await gone(pid, 15_000)) return;
    process.kill(pid, "SIGQUIT");
    if (await gone(pid, 5_000)) return;
  } catch (error) {
    if (codeOf(error) === "ESRCH") return;
    throw new Failure(
      `An earlier PostgreSQL (process ${pid}) still runs on ${cluster} and cannot be stopped: ${reason(error)}.`,
    );
  }
  throw new Failure(
    `An earlier PostgreSQL (process ${pid}) still runs on ${cluster} and does not stop. End it and start again.`,
  );
}

/** @param {number} pid @param {string} cluster */
function isPostgresOn(pid, cluster) {
  const folder = realpathSync(cluster);
  const command = commandOf(pid);
  if (!/postgres/.test(command)) return false;
  if (command.includes(`-D ${cluster}`) || command.includes(`-D ${folder}`)) return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    return false;
  }
}

/** @param {number} pid */
function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout ?? "";
  }
}
