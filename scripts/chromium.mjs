import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { Failure } from "./failure.mjs";
import { root } from "./install.mjs";
import { run } from "./processes.mjs";

/** Chromium without the parts that draw windows: three times as quick. */
const shells = ["chromium-headless-shell", "chrome-headless-shell"];
const browsers = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const applications = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * The path of a Chromium to test with, best a headless shell: the one named by CHROMIUM_PATH, an installed one, the
 * distribution's (as root on Debian), or the one that Playwright downloads. Throws a Failure when there is none.
 * @param {import("./processes.mjs").RunOptions} [options]
 */
export async function requireChromium(options = {}) {
  const named = process.env.CHROMIUM_PATH;
  if (named && !runs(named)) throw new Failure(`CHROMIUM_PATH names ${named}, which does not run.`);
  const shell = named || onPath(shells) || (await fromDebian("chromium-headless-shell", options));
  const found = shell || installed() || (await downloaded(options)) || (await fromDebian("chromium", options));
  if (found) return found;
  throw new Failure("There is no Chromium for the browser tests. Install one, or set CHROMIUM_PATH to one.");
}

/** @param {readonly string[]} names */
function onPath(names) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const paths = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return paths.find((path) => executable(path) && runs(path));
}

const installed = () => onPath(browsers) ?? applications.find((path) => executable(path) && runs(path));

/** @param {import("./processes.mjs").RunOptions} options */
async function downloaded(options) {
  const { chromium } = await import("playwright/test");
  const path = () => [chromium.executablePath()].find((file) => existsSync(file) && runs(file));
  if (path()) return path();
  process.stdout.write("No Chromium is installed; asking Playwright for one ...\n");
  const cli = join(root, "node_modules", "playwright", "cli.js");
  const args = [cli, "install", "chromium"];
  await run(process.execPath, args, { ...options, cwd: root, timeout: 180_000, stdio: "ignore" }).catch(() => 1);
  return path();
}

/** @param {string} name of the package @param {import("./processes.mjs").RunOptions} options */
async function fromDebian(name, options) {
  if (process.platform !== "linux" || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return undefined;
  process.stdout.write(`Installing the distribution's ${name} ...\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-q"], { ...options, env }).catch(() => 1);
  await run("apt-get", ["install", "-y", "-q", name], { ...options, env }).catch(() => 1);
  return onPath([name]);
}

/** @param {string} path */
function executable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A wrapper script may be there without its browser behind it. @param {string} path */
const runs = (path) => spawnSync(path, ["--version"], { timeout: 20_000, stdio: "ignore" }).status === 0;
