import "./node-version.mjs";
import { chmodSync, closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildApplication, buildSdk } from "./build.mjs";
import { requireChromium } from "./chromium.mjs";
import { Failure, report } from "./failure.mjs";
import { installDependencies, root } from "./install.mjs";
import { endAll, launch } from "./test-children.mjs";
import { readPlaywright, readVitest } from "./test-reports.mjs";

/**
 * `npm test`: the checks, the unit tests and the tests from outside, all of them from a fresh clone; `npm test -- checks`,
 * `unit` or `e2e` for a part. `all` adds the long tests (`*.long.test.ts`, `*.long.spec.ts`), with which a change lands
 * (`.ci/run`). The last line counts the tests of all suites together. The exit code is 0 only when every check and every
 * test passed and there was at least one test.
 */
const parts = ["checks", "unit", "e2e"];
const asked = process.argv.slice(2).filter((name) => name !== "all");
const chosen = asked.length > 0 ? asked : parts;
/** Read by the settings of both runners. */
const tests = process.argv.includes("all") ? "all" : "short";
const reports = join(root, ".cache", "test");
/** What the last check of types found out is taken as known, but not where a change lands. */
const incremental =
  tests === "all" ? ["--incremental", "false"] : ["--tsBuildInfoFile", join(root, ".cache", "types.tsbuildinfo")];
// A folder of our own for whatever the suites put aside: what a killed one leaves is found, stopped and removed there.
const scratch = mkdtempSync(join(tmpdir(), "mfis-"));
// Root hands the database to another user, who has to get in.
chmodSync(scratch, 0o711);

const total = { passed: 0, failed: 0, skipped: 0 };
/** @type {string[]} */
const complaints = [];

/** @param {string} name @param {number} code @param {import("./test-reports.mjs").Summary | undefined} result */
function count(name, code, result) {
  if (!result) return complaints.push(`${name} wrote no report (exit code ${code}).`);
  for (const key of /** @type {const} */ (["passed", "failed", "skipped"])) total[key] += result[key];
  complaints.push(...result.failures, ...result.errors.map((error) => `${name}: ${error}`));
  if (code !== 0 && result.failed === 0)
    complaints.push(`${name} ended with exit code ${code} although no test failed.`);
}

/** @param {string} name @param {readonly string[]} args @param {Partial<NodeJS.ProcessEnv>} [env] */
async function command(name, args, env = {}) {
  process.stdout.write(`\n> ${[name, ...args].join(" ")}\n`);
  const file = process.platform === "win32" ? `${name}.cmd` : name;
  const path = name === "node" ? process.execPath : join(root, "node_modules", ".bin", file);
  const code = await launch(path, args, { ...process.env, TMPDIR: scratch, TESTS: tests, ...env });
  return code;
}

/** @param {string} name @param {string[]} args */
async function check(name, ...args) {
  const code = await command(name, args);
  if (code !== 0) complaints.push(`${[name, ...args].join(" ")} found problems.`);
}

async function checks() {
  prepareBeside();
  // Writes the types of the routes, which are no part of the sources.
  await check("next", "typegen");
  // Of several checkers each finds out for itself what most types are: one costs less, and leaves a core to the others.
  const types = check("tsc", "--noEmit", ...incremental, "--checkers", "1");
  await check("biome", "ci", ...(process.stdout.isTTY ? [] : ["--colors=off"]), ".");
  await check("knip");
  await check("depcruise", ".");
  await check("node", "scripts/check-references.mjs");
  await check("node", "scripts/migrations/check-migrations.mjs");
  await types;
}

async function unit() {
  prepareBeside();
  await buildSdk({ onSpawn: launch.note });
  const file = join(reports, "vitest.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  // What a run has to say that belongs to no test of it.
  const said = join(reports, "vitest-complaints.txt");
  const code = await command("vitest", ["run", ...reporters], { NODE_ENV: "test", TEST_COMPLAINTS: said });
  count("vitest", code, readVitest(file));
  if (existsSync(said)) complaints.push(...readFileSync(said, "utf8").trim().split("\n"));
}

/**
 * The build under way beside other parts; settles with what it failed of.
 * @type {Promise<unknown> | undefined}
 */
let building;
const buildLog = join(reports, "build.log");

/** The browser being looked for, or installed, beside other parts. @type {Promise<string> | undefined} */
let browser;

/** Begins what the tests from outside need while other parts run; what the build prints is kept until they are over. */
function prepareBeside() {
  if (building || !chosen.includes("e2e")) return;
  browser = requireChromium({ onSpawn: launch.note, stdio: "ignore" });
  // Whoever waits for it hears of it.
  browser.catch(() => {});
  const log = openSync(buildLog, "w");
  building = buildApplication({ onSpawn: launch.note, detached: true, stdio: ["ignore", log, log] })
    .then(() => undefined)
    .catch((error) => error)
    .finally(() => closeSync(log));
}

async function built() {
  if (!building) return buildApplication({ onSpawn: launch.note });
  const failure = await building;
  process.stdout.write(`\n> next build\n${readFileSync(buildLog, "utf8")}`);
  if (failure) throw failure;
}

async function e2e() {
  await built();
  const chromium = await (browser ?? requireChromium({ onSpawn: launch.note }));
  const file = join(reports, "playwright.json");
  const code = await command("playwright", ["test"], {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    // The compiled tests, which Playwright would put into our scratch folder and compile anew each time.
    PWTEST_CACHE_DIR: join(root, ".cache", "playwright"),
  });
  count("playwright", code, readPlaywright(file));
}

async function main() {
  const unknown = chosen.find((name) => !parts.includes(name));
  if (unknown)
    throw new Failure(
      `There is no part "${unknown}"; the parts are ${parts.join(", ")}, and "all" adds the long tests.`,
    );
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  await installDependencies({ onSpawn: launch.note });
  /** @type {Record<string, () => Promise<void>>} */
  const run = { checks, unit, e2e };
  for (const name of parts.filter((part) => chosen.includes(part))) {
    // A part that cannot even begin fails the run; the other parts still tell what they have to tell.
    await run[name]?.().catch((error) => {
      report(error);
      complaints.push(`The part "${name}" could not be run to its end.`);
    });
  }
  const tests = total.passed + total.failed;
  if (tests === 0 && chosen.some((name) => name !== "checks")) complaints.push("No test was run.");
}

/** @param {boolean} interrupted */
async function finish(interrupted) {
  await endAll(scratch);
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  if (interrupted) complaints.push("The run was interrupted.");
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
  process.stdout.write(`\n${complaints.map((line) => `${line}\n`).join("")}`);
  process.stdout.write(`${total.passed} passed, ${total.failed} failed${skipped}\n`);
  process.exitCode = total.failed > 0 || complaints.length > 0 ? 1 : 0;
  process.exit();
}

/** @type {Promise<void> | undefined} */
let ending;
const end = (/** @type {boolean} */ interrupted) => {
  ending ??= finish(interrupted);
  return ending;
};
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => end(true));

main()
  .catch((error) => {
    report(error);
    complaints.push("The tests could not be run.");
  })
  .then(() => end(false));
