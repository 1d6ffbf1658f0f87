import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Failure } from "./failure.mjs";
import { npm, run } from "./processes.mjs";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const lock = join(root, "package-lock.json");
const modules = join(root, "node_modules");
const stamp = join(modules, ".install-stamp");

/**
 * Installs the dependencies exactly as locked, unless that has been done for this lockfile on this platform.
 * @param {import("./processes.mjs").RunOptions} [options]
 */
export async function installDependencies(options = {}) {
  const wanted = createHash("sha256").update(readFileSync(lock)).digest("hex");
  const line = `${wanted} ${process.platform} ${process.arch}\n`;
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === line) return;
  if (!installedByHand()) {
    process.stdout.write("Installing dependencies (npm ci) ...\n");
    const code = await run(...npm(["ci", "--include=dev", "--no-audit", "--no-fund"]), { ...options, cwd: root });
    if (code !== 0) throw new Failure("npm ci failed; see above.");
  }
  writeFileSync(stamp, line);
}

/** npm writes its own record at the end of an install: newer than the lockfile means that `npm install` has been here. */
function installedByHand() {
  const record = join(modules, ".package-lock.json");
  return existsSync(record) && !existsSync(stamp) && statSync(record).mtimeMs >= statSync(lock).mtimeMs - 2000;
}
