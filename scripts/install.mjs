import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Failure } from "./failure.mjs";
import { mendPackages } from "./packages/mend-packages.mjs";
import { npm, run } from "./processes.mjs";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const lock = join(root, "package-lock.json");
const mends = join(root, "scripts", "packages", "mend-packages.mjs");
const modules = join(root, "node_modules");
const stamp = join(modules, ".install-stamp");

/**
 * Installs the dependencies exactly as locked, unless that has been done for this lockfile and these mends on this platform: without those of
 * checks and tests where only the service is asked for. Where they have been installed they stay.
 * @param {import("./processes.mjs").RunOptions & { service?: boolean }} [options] `service`: only what serves
 */
export async function installDependencies({ service = false, ...options } = {}) {
  const wanted = createHash("sha256").update(readFileSync(lock)).update(readFileSync(mends)).digest("hex");
  const line = `${wanted} ${process.platform} ${process.arch}\n`;
  const stamped = existsSync(stamp) && readFileSync(stamp, "utf8") === line;
  const which = toInstall({
    service,
    tests: existsSync(join(modules, "vitest", "package.json")),
    asLocked: stamped || installedByHand(),
  });
  if (which) {
    const command = which.join(" ");
    process.stdout.write(`Installing dependencies (npm ${command}) ...\n`);
    const code = await run(...npm([...which, "--no-audit", "--no-fund"]), { ...options, cwd: root });
    if (code !== 0) throw new Failure(`npm ${command} failed; see above.`);
  }
  // npm has done it, unless it was told to run no scripts.
  mendPackages(root);
  if (which || !stamped) writeFileSync(stamp, line);
}

/**
 * What npm is asked to install; undefined where there is enough. `npm ci` begins by removing everything: only where what is there
 * is not as locked, for a service may be running from it.
 * @param {{ service: boolean, tests: boolean, asLocked: boolean }} found `service`: nothing else is asked for; `tests`: what they
 *   need is there
 */
export function toInstall({ service, tests, asLocked }) {
  if (asLocked && (service || tests)) return undefined;
  if (asLocked) return ["install", "--no-save", "--include=dev"];
  return ["ci", service && !tests ? "--omit=dev" : "--include=dev"];
}

/** npm writes its own record at the end of an install: newer than the lockfile means that `npm install` has been here. */
function installedByHand() {
  const record = join(modules, ".package-lock.json");
  return existsSync(record) && !existsSync(stamp) && statSync(record).mtimeMs >= statSync(lock).mtimeMs - 2000;
}
